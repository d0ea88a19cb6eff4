import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { bootstrap, main, ROOT } from './bootstrap.mjs';

await main(async () => {
  await bootstrap();
  const jest = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const child = spawn(process.execPath, [...flags, jest, ...process.argv.slice(2)], { cwd: ROOT, stdio: 'inherit' });
  // Ctrl-C reaches the tests too; they take their engines down before they end.
  process.on('SIGINT', () => undefined);
  const [code] = await once(child, 'exit');
  process.exit(code ?? 1);
});
