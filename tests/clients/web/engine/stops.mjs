// Measures `stop` in node: node stops.mjs ENGINE-FOLDER TIMES POSITION... Prints milliseconds by page and position, in JSON.

import {Engine, EngineFolder, pages} from './engine.mjs';

const [built, times, ...positions] = process.argv.slice(2);
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function stops(folder, page, position) {
  const engine = await Engine.start(folder, {page});
  engine.say(`position ${position}`);
  const found = [];
  for (let i = 0; i < Number(times); ++i) {
    engine.say('go infinite');
    await engine.until('info ');
    await pause(150 + ((i * 37) % 60));
    const asked = performance.now();
    engine.say('stop');
    await engine.until('bestmove ');
    found.push(performance.now() - asked);
  }
  await engine.stop();
  return found;
}

const folder = new EngineFolder(built);
const all = {};
for (const page of [pages.isolated, pages.threads]) {
  all[page] = {};
  for (const position of positions) all[page][position] = await stops(folder, page, position);
}
folder.remove();
console.log(JSON.stringify(all));
process.exit(0);
