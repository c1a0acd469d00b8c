// Written by scripts/check data --fix from clients/shared/data/judge.json.
export default {
  "logistic-scale-centipawns": 150,
  "halving-loss-permille": 160,
  "thresholds-permille": {"?!": 60, "?": 120, "??": 220}
};
