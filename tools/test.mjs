import { bootstrap, main } from './bootstrap.mjs';
import { isLane, laneOf, RUNS } from './lanes.mjs';
import { endWithParent, lanesOfFiles, runLanes } from './run-lanes.mjs';

/**
 * Lanes come first. What follows is for Jest, or for the command of a lane: parts of paths, and options.
 * @throws for a word that is neither a lane nor a part of the path of a test
 */
function parse(words) {
  const end = words.findIndex((word) => !isLane(word));
  const lanes = end < 0 ? words : words.slice(0, end);
  const args = words.slice(lanes.length);
  const [first] = args;
  if (first === undefined || first.startsWith('-') || lanes.some((lane) => laneOf(lane).command))
    return { lanes, args };
  // With a slash it is a path, which Jest looks for in these lanes.
  if (lanes.length > 0 && first.includes('/')) return { lanes, args };
  const fitting = lanesOfFiles(first);
  return { lanes: lanes.length > 0 ? lanes : fitting, args };
}

/*
 * npm test                        unit and api, what every change has to pass
 * npm test -- browser faults      these lanes
 * npm test -- apps/auth           the tests there, in any lane
 * npm test -- faults -t F18       what follows the lanes is for Jest
 * npm run verify                  what is too slow for every change; `-- interop` runs one of its lanes
 * .ci/run                         all lanes except verify's
 */
await main(async () => {
  endWithParent();
  const words = process.argv.slice(2).filter((word) => word !== '--no-build');
  const run = Object.hasOwn(RUNS, words[0] ?? '') ? words.shift() : 'test';
  const { lanes, args } = parse(words);
  if (!process.argv.includes('--no-build')) await bootstrap();
  const chosen = lanes.length > 0 ? lanes : RUNS[run];
  process.exit((await runLanes(chosen, args, { oneByOne: run === 'verify' })) ? 0 : 1);
});
