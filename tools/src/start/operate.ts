import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { withOwnDatabase } from './own-database.js';
import { ROOT } from './settings.js';

const COMMAND = join(ROOT, 'apps', 'operator', 'dist', 'main.js');

/** Whether a command of burgee-operator needs the database. A file is verified without one. */
export const needsDatabase = (words: readonly string[]): boolean =>
  words.length > 0 &&
  !words.some((word) => ['--help', '-h', 'help', 'env', 'kubernetes-secret'].includes(word)) &&
  (!words.includes('verify-history') || words.includes('--instance'));

/** Runs a command of burgee-operator on the database that `npm start` uses. @returns its exit code */
export function operate(words: readonly string[]): Promise<number> {
  const run = async (settings: Record<string, string | undefined>): Promise<number> => {
    const env = {
      PUBLIC_URL: `http://localhost:${process.env.PORT ?? 8080}`,
      ...settings,
      ...process.env,
      ...(settings['DATABASE_URL'] && { DATABASE_URL: settings['DATABASE_URL'] }),
    };
    const child = spawn(process.execPath, [COMMAND, ...words], { stdio: 'inherit', env });
    // By a signal: no code, and no success.
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? 1;
  };
  return needsDatabase(words) ? withOwnDatabase(run) : run({});
}
