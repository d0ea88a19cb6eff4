import 'reflect-metadata';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { postgresConnection, readConfig } from '@burgee/process-kit';
import { OWNER_SETTINGS, readDatabaseOwner } from '../migrate/database-owner.js';
import { backUp } from './back-up.js';
import { describeCounts } from './describe-counts.js';
import { finishRecovery } from './finish-recovery.js';
import { printProgress } from './progress.js';
import { restore } from './restore.js';

const USAGE = `Usage
  backup [FILE]             writes what Burgee has stored to a new file
  restore FILE              puts it back into an empty database
    --replace               deletes what the database holds
    --while-running         does not look whether Burgee runs
  restore --after-recovery  finishes a recovery of Postgres to a point in time
`;

const print = (text: string) => process.stdout.write(`${text}\n`);
const progress = printProgress(print);

async function runBackup([named, ...rest]: string[]): Promise<void> {
  if (rest.length > 0) throw new Error(USAGE);
  const postgres = postgresConnection(readConfig(OWNER_SETTINGS));
  const file = resolve(named ?? `burgee-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}Z.backup`);
  const { tables } = await backUp(postgres, file, progress);
  print(`${file} holds ${describeCounts(tables)}.`);
  print(
    'The secrets are not in it. Keep secrets.json, or .env, apart from it: without PASSWORD_PEPPER nobody can sign in,',
  );
  print('and without SDK_KEY_SECRET no SDK key can be shown.');
}

const AFTERWARDS = `A new epoch has begun: every stream gets a snapshot. Everybody has to sign in again, and
links of invitations open nothing any more.
SDK keys and passwords are as they were then: rotate again what was rotated since because it had leaked.`;

async function runRestore(words: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      replace: { type: 'boolean', default: false },
      'while-running': { type: 'boolean', default: false },
      'after-recovery': { type: 'boolean', default: false },
    },
  });
  const [file, ...rest] = positionals;
  if (rest.length > 0 || (file === undefined) !== values['after-recovery']) throw new Error(USAGE);
  const owner = readDatabaseOwner();
  const whileRunning = values['while-running'];
  if (file === undefined) {
    print(`The database holds ${describeCounts(await finishRecovery(owner, { whileRunning }))}.`);
  } else {
    const { made_at, tables } = await restore(owner, resolve(file), { ...values, whileRunning, progress });
    print(`Restored as of ${made_at}: ${describeCounts(tables)}.`);
  }
  print(AFTERWARDS);
}

const [command, ...words] = process.argv.slice(2);
try {
  if (command === 'backup') await runBackup(words);
  else if (command === 'restore') await runRestore(words);
  else throw new Error(USAGE);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
