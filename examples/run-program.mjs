import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { LANGUAGES } from './languages.mjs';

/**
 * Runs the program of an example until Ctrl-C. Environment variables tell it where Burgee is, as in your own
 * deployment.
 */
export async function runProgram(language, file) {
  const [command, ...args] = await LANGUAGES[language](file, dirname(file));
  const { baseUrl, flagKey, sdkKey } = await import('./settings.mjs');
  const env = { ...process.env, BURGEE: baseUrl, BURGEE_SDK_KEY: sdkKey, FLAG: flagKey };
  const child = spawn(command, args, { env, stdio: 'inherit' });
  process.once('SIGINT', () => child.kill('SIGTERM'));
  child.once('exit', (code) => (process.exitCode = code ?? 0));
}
