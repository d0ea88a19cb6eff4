import { bootstrap, main } from './bootstrap.mjs';
import { CI_LANES, LANES, TEST_LANES } from './lanes.mjs';
import { endWithParent, runLanes } from './run-lanes.mjs';

const EVERYWHERE = ['unit', 'api', 'browser', 'faults', 'supply', 'packages'];

/*
 * npm test                        the lanes of every change
 * npm test -- browser faults      these lanes; `ci` are those of .ci/run
 * npm test -- apps/auth           the tests there, whatever their lane
 * npm test -- faults -t F18       the rest is for jest
 */
await main(async () => {
  endWithParent();
  const words = process.argv.slice(2).filter((word) => word !== '--no-build');
  if (!process.argv.includes('--no-build')) await bootstrap();
  const end = words.findIndex((word) => !(word in LANES) && word !== 'ci');
  const lanes = end < 0 ? words : words.slice(0, end);
  const args = words.slice(lanes.length);
  const named = lanes.flatMap((name) => (name === 'ci' ? CI_LANES : [name]));
  const chosen = named.length > 0 ? named : args.length > 0 ? EVERYWHERE : TEST_LANES;
  process.exit((await runLanes(chosen, args)) ? 0 : 1);
});
