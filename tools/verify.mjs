import { bootstrap, main } from './bootstrap.mjs';
import { VERIFY_LANES } from './lanes.mjs';
import { endWithParent, runLanes } from './run-lanes.mjs';

/*
 * npm run verify                        everything that is too slow for each change
 * npm run verify -- interop             one of its lanes
 * npm run verify -- faults -t F18       what follows the lane is for jest, or for the lane's command
 */
await main(async () => {
  endWithParent();
  const [name, ...args] = process.argv.slice(2);
  if (name !== undefined && !(name in VERIFY_LANES))
    throw new Error(`There is no lane “${name}”, only ${Object.keys(VERIFY_LANES).join(', ')}.`);
  await bootstrap();
  const lanes = name === undefined ? Object.values(VERIFY_LANES).flat() : VERIFY_LANES[name];
  process.exit((await runLanes(lanes, args)) ? 0 : 1);
});
