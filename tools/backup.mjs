import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { bootstrap, main, ROOT } from './bootstrap.mjs';

const COMMAND = join(ROOT, 'tools', 'dist', 'backup', 'main.js');

/*
 * npm run backup -- [FILE]                          what Burgee has stored, in one file
 * npm run restore -- FILE [--replace]               puts it back
 * npm run restore -- --after-recovery               finishes a recovery to a point in time
 */
await main(async () => {
  await bootstrap();
  const { withOwnDatabase } = await import('./dist/backup/own-database.js');
  process.exitCode = await withOwnDatabase(async (settings) => {
    const child = spawn(process.execPath, [COMMAND, ...process.argv.slice(2)], {
      stdio: 'inherit',
      env: { ...settings, ...process.env, DATABASE_URL: settings.DATABASE_URL },
    });
    // By a signal: no code, and no success.
    const [code] = await once(child, 'exit');
    return code ?? 1;
  });
});
