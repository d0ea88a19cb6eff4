import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { bootstrap, main, ROOT } from './bootstrap.mjs';

const COMMAND = join(ROOT, 'apps', 'flags-admin', 'dist', 'dead-letters', 'main.js');

/*
 * npm run outbox -- list                    the messages that were refused again and again
 * npm run outbox -- deliver [event id …]    delivers them again
 */
await main(async () => {
  await bootstrap();
  const { runningDatabaseUrl } = await import('./dist/start/running-database-url.js');
  const env = { ...process.env, DATABASE_URL: runningDatabaseUrl() };
  const child = spawn(process.execPath, [COMMAND, ...process.argv.slice(2)], { stdio: 'inherit', env });
  [process.exitCode] = await once(child, 'exit');
});
