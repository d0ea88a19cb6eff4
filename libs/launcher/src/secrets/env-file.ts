import { parseEnv } from 'node:util';
import { secretVariables } from './secret-variables.js';
import { makeSecrets } from './secrets.js';

const HEAD = `# The secrets of one Burgee, for Compose and Kubernetes. Keep a copy where only you can read it: without PASSWORD_PEPPER
# nobody can sign in again, and without SDK_KEY_SECRET no SDK key can be shown again.
# .env.example of the repository lists all other settings.
`;

/** In single quotes, which docker compose, a shell and Node all read literally; a PEM's newlines are written as \n. */
function line([name, value]: [string, string]): string {
  return `${name}='${value.trimEnd().replaceAll('\n', '\\n')}'\n`;
}

/** The lines for secrets that a .env lacks, which a newer version needs. */
export function missingLines(text: string): string {
  const present = parseEnv(text);
  const missing = Object.entries(secretVariables(makeSecrets())).filter(([name]) => !(name in present));
  return missing.map(line).join('');
}

/** The text of a new .env. */
export const envFile = (): string => HEAD + missingLines('');
