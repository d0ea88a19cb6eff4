import { rmSync, writeFileSync } from 'node:fs';
import { makeSecrets } from '@burgee/launcher';
import { secretVariables } from './secret-variables.js';

const HEAD = `# The secrets of one Burgee, for docker-compose.yml. Keep a copy where only you can read it: without PASSWORD_PEPPER
# nobody can sign in again, and without SDK_KEY_SECRET no SDK key can be shown again.
# Everything else that can be set is in .env.example.
`;

/** In single quotes, which docker compose, a shell and Node all take literally; a PEM's newlines are written as \n. */
function line([name, value]: [string, string]): string {
  return `${name}='${value.trimEnd().replaceAll('\n', '\\n')}'\n`;
}

/** The text of a new .env. */
export function envFile(): string {
  return HEAD + Object.entries(secretVariables(makeSecrets())).map(line).join('');
}

/**
 * `npm run env`: makes a file of secrets that only its owner reads, and says what comes next.
 * @throws when the file is there and `force` is not given
 */
export function writeEnvFile(file: string, { force = false } = {}): void {
  if (force) rmSync(file, { force: true });
  try {
    writeFileSync(file, envFile(), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new Error(
      `${file} is there already, and the data made with it needs it. Nothing was changed.\n` +
        'To throw its secrets away and make new ones:  npm run env -- --force',
      { cause: error },
    );
  }
  console.log(`
New secrets are in ${file}; only you can read it.

  Next    docker compose up -d --wait
  Then    open http://localhost:8080
  More    docs/deploy.md
`);
}
