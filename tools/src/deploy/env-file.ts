import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { envFile, missingLines } from '@burgee/launcher/secrets';

/** What docs/operate/deploy.md says after `git pull`. */
export const UPGRADE = 'docker compose build && docker compose run --rm migrate && docker compose up -d --wait';

/** Adds the secrets that a newer version needs. @throws when none is missing */
function addMissing(file: string): void {
  const text = readFileSync(file, 'utf8');
  const lines = missingLines(text);
  if (lines === '')
    throw new Error(
      `${file} exists already, and the data made with it needs it. Nothing was changed.\n` +
        'To discard its secrets and make new ones:  npm run env -- --force',
    );
  appendFileSync(file, (text.endsWith('\n') ? '' : '\n') + lines);
  const names = Object.keys(parseEnv(lines)).join(', ');
  // Without a build, `up` would start the image of before.
  console.log(`\nAdded to ${file}, which had all others: ${names}\n\n  Next    ${UPGRADE}\n`);
}

/**
 * `npm run env`: writes new secrets to a file that only its owner can read, and prints the next steps. To a file that exists it adds
 * the missing secrets.
 * @throws when none is missing and `force` is not set
 */
export function writeEnvFile(file: string, { force = false } = {}): void {
  if (force) rmSync(file, { force: true });
  if (existsSync(file)) {
    addMissing(file);
    return;
  }
  writeFileSync(file, envFile(), { mode: 0o600, flag: 'wx' });
  console.log(`
New secrets are in ${file}; only you can read it.

  Next    docker compose up -d --wait
  Then    open http://localhost:8080
  Close   anybody who reaches the address can register, until you add REGISTRATION=closed to .env
  More    docs/operate/deploy.md
`);
}

/** @returns the text of a .env @throws when there is no such file */
export function readEnvFile(file: string): string {
  if (!existsSync(file))
    throw new Error(`There is no ${file} yet, which holds the secrets. It is made by: npm run env`);
  return readFileSync(file, 'utf8');
}
