// Written by scripts/check data --fix from protocol/wire/judge.json.
export default {
  "logistic-scale-centipawns": 150,
  "halving-loss-permille": 160,
  "thresholds-permille": {"?!": 60, "?": 120, "??": 220}
};
