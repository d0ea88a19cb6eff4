import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { LANGUAGES } from './languages.mjs';

/** Runs the program of an example until Ctrl-C. It is told of Burgee as you would tell it: by environment variables. */
export async function runProgram(language, file) {
  const [command, ...args] = await LANGUAGES[language](file, dirname(file));
  const { baseUrl, flagKey, sdkKey } = await import('./settings.mjs');
  const env = { ...process.env, BURGEE: baseUrl, BURGEE_SDK_KEY: sdkKey, FLAG: flagKey };
  const child = spawn(command, args, { env, stdio: 'inherit' });
  process.once('SIGINT', () => child.kill('SIGTERM'));
  child.once('exit', (code) => (process.exitCode = code ?? 0));
}
