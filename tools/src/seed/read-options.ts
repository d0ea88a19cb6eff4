import { parseArgs } from 'node:util';
import { LARGE } from './large-project.js';

export const USAGE = `Usage: npm run seed -- --large [--url https://…]

Fills a running Burgee, through its API, with a new project of ${LARGE.flags} flags, ${LARGE.environments} environments, ${LARGE.members} members and
${LARGE.changes.toLocaleString('en')} changes, and prints how to sign in.
With an API token in BURGEE_TOKEN (read, switch, edit, manage), the project is its account's.

  --large   the size; there is no other
  --url     another Burgee than the one that npm start runs here
  --help    prints this

All changes have the time at which they are made: entries of the history are linked by hashes, and nobody can date one back.`;

interface SeedOptions {
  /** Undefined for the Burgee that runs here. */
  url: string | undefined;
}

/** @returns undefined for --help @throws what is wrong, with the usage */
export function readOptions(args: string[]): SeedOptions | undefined {
  const { values } = parseArgs({
    args,
    options: { large: { type: 'boolean' }, url: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) return undefined;
  if (!values.large) throw new Error(USAGE);
  return { url: values.url };
}
