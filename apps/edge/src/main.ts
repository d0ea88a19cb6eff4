import cluster from 'node:cluster';
import { createLogger, startTracing } from '@burgee/process-kit';
import { runWorker } from './cluster/run-worker.js';
import { HELP, parseCommandLine } from './command-line.js';
import { loadConfig } from './config.js';
import { run } from './run.js';

const command = parseCommandLine(process.argv.slice(2));
if (command.kind === 'help') process.stdout.write(HELP);
else if (command.kind === 'wrong') {
  process.stderr.write(`${command.reason}\nnpm run edge -- --help lists what there is.\n`);
  process.exitCode = 1;
} else {
  const config = loadConfig(command.settings);
  const logger = createLogger('edge', config);
  await startTracing('edge', config, (reason) => logger.warn(reason));
  if (cluster.isWorker) runWorker(config, logger);
  else await run(config, logger);
}
