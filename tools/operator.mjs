import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { bootstrap, main, ROOT } from './bootstrap.mjs';

const COMMAND = join(ROOT, 'apps', 'operator', 'dist', 'main.js');
const words = process.argv.slice(2);
/** A file is verified without a database. */
const needsDatabase =
  words.length > 0 &&
  !words.some((word) => ['--help', '-h', 'help'].includes(word)) &&
  (!words.includes('verify-history') || words.includes('--instance'));

async function run(settings) {
  const env = {
    PUBLIC_URL: `http://localhost:${process.env.PORT ?? 8080}`,
    ...settings,
    ...process.env,
    ...(settings.DATABASE_URL && { DATABASE_URL: settings.DATABASE_URL }),
  };
  const child = spawn(process.execPath, [COMMAND, ...words], { stdio: 'inherit', env });
  // By a signal: no code, and no success.
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

/* npm run operator -- --help    a command of burgee-operator, on the database that npm start uses */
await main(async () => {
  await bootstrap();
  const { withOwnDatabase } = await import('./dist/start/own-database.js');
  process.exitCode = needsDatabase ? await withOwnDatabase(run) : await run({});
});
