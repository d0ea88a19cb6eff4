import { rmSync, writeFileSync } from 'node:fs';
import { makeSecrets } from '@burgee/launcher';
import { secretVariables } from './secret-variables.js';

const HEAD = `# The secrets of one Burgee, for docker-compose.yml. Keep a copy where only you can read it: without PASSWORD_PEPPER
# nobody can sign in again, and without SDK_KEY_SECRET no SDK key can be shown again.
# .env.example lists all other settings.
`;

/** In single quotes, which docker compose, a shell and Node all read literally; a PEM's newlines are written as \n. */
function line([name, value]: [string, string]): string {
  return `${name}='${value.trimEnd().replaceAll('\n', '\\n')}'\n`;
}

/** The text of a new .env. */
export function envFile(): string {
  return HEAD + Object.entries(secretVariables(makeSecrets())).map(line).join('');
}

/**
 * `npm run env`: writes new secrets to a file that only its owner can read, and prints the next steps.
 * @throws when the file exists and `force` is not set
 */
export function writeEnvFile(file: string, { force = false } = {}): void {
  if (force) rmSync(file, { force: true });
  try {
    writeFileSync(file, envFile(), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new Error(
      `${file} exists already, and the data made with it needs it. Nothing was changed.\n` +
        'To discard its secrets and make new ones:  npm run env -- --force',
      { cause: error },
    );
  }
  console.log(`
New secrets are in ${file}; only you can read it.

  Next    docker compose up -d --wait
  Then    open http://localhost:8080
  Close   anybody who reaches the address can register, until you add REGISTRATION=closed to .env
  More    docs/deploy.md
`);
}
