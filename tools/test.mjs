import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { bootstrap, main, ROOT } from './bootstrap.mjs';

const JEST = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
const FLAGS = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];

/** Start services or a browser of their own: with another one beside them, two cores are not enough for their time limits. */
const ALONE = 'e2e/(dashboard|drills|examples|openfeature|react|readme|sdk|start)/';

/** With arguments: those tests. Without: all of them, two files at a time where that does no harm. */
const runs = (wanted) =>
  wanted.length > 0
    ? [wanted]
    : [
        ['--maxWorkers=2', '--testPathIgnorePatterns', '/node_modules/', '/dist/', '/fixtures/', ALONE],
        ['--testPathPatterns', ALONE],
      ];

await main(async () => {
  await bootstrap();
  // Ctrl-C reaches the tests too; they take their engines down before they end.
  process.on('SIGINT', () => undefined);
  let failed = 0;
  for (const args of runs(process.argv.slice(2))) {
    const child = spawn(process.execPath, [...FLAGS, JEST, ...args], { cwd: ROOT, stdio: 'inherit' });
    const [code] = await once(child, 'exit');
    failed ||= code ?? 1;
  }
  process.exit(failed);
});
