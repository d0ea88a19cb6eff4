import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { makeSecrets } from '@burgee/launcher';
import { secretVariables } from './secret-variables.js';

const HEAD = `# The secrets of one Burgee, for docker-compose.yml. Keep a copy where only you can read it: without PASSWORD_PEPPER
# nobody can sign in again, and without SDK_KEY_SECRET no SDK key can be shown again.
# .env.example lists all other settings.
`;

/** What docs/operate/deploy.md says after `git pull`. */
export const UPGRADE = 'docker compose build && docker compose run --rm migrate && docker compose up -d --wait';

/** In single quotes, which docker compose, a shell and Node all read literally; a PEM's newlines are written as \n. */
function line([name, value]: [string, string]): string {
  return `${name}='${value.trimEnd().replaceAll('\n', '\\n')}'\n`;
}

/** The lines for secrets that are missing. */
const linesFor = (present: object): string =>
  Object.entries(secretVariables(makeSecrets()))
    .filter(([name]) => !(name in present))
    .map(line)
    .join('');

/** The text of a new .env. */
export const envFile = (): string => HEAD + linesFor({});

/** Adds the secrets that a newer version needs. @throws when none is missing */
function addMissing(file: string): void {
  const text = readFileSync(file, 'utf8');
  const lines = linesFor(parseEnv(text));
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
