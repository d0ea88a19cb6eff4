import { resolve } from 'node:path';
import { postgresConnection, readConfig } from '@burgee/process-kit';
import { OWNER_SETTINGS, readDatabaseOwner } from '../migrate/database-owner.js';
import type { Outcome, Say } from '../outcome.js';
import { backUp } from './back-up.js';
import { describeCounts } from './describe-counts.js';
import { finishRecovery } from './finish-recovery.js';
import { printProgress } from './progress.js';
import { restore } from './restore.js';

type Tables = readonly { name: string; rows: number }[];

const rowsOf = (tables: Tables) => Object.fromEntries(tables.map(({ name, rows }) => [name, rows]));

export async function runBackup(named: string | undefined, say: Say): Promise<Outcome> {
  const postgres = postgresConnection(readConfig(OWNER_SETTINGS));
  const file = resolve(named ?? `burgee-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}Z.backup`);
  const { tables, made_at } = await backUp(postgres, file, printProgress(say), say);
  return {
    facts: { file, made_at, rows: rowsOf(tables) },
    lines: [
      `${file} holds ${describeCounts(tables)}.`,
      'The secrets are not in it. Keep secrets.json, or .env, apart from it: without PASSWORD_PEPPER nobody can sign in,',
      'and without SDK_KEY_SECRET no SDK key can be shown.',
    ],
  };
}

const AFTERWARDS = [
  'A new epoch has begun: every stream gets a snapshot. Everybody has to sign in again, and',
  'API tokens, and links of invitations and recoveries, open nothing any more.',
  'SDK keys, passwords and switch-off links are as they were then: rotate again, or end, what had leaked since.',
];

/** @param file undefined: Postgres has been recovered by other means */
export async function runRestore(
  file: string | undefined,
  options: { replace: boolean; whileRunning: boolean },
  say: Say,
): Promise<Outcome> {
  const owner = readDatabaseOwner();
  if (file === undefined) {
    const tables = await finishRecovery(owner, options);
    const lines = [`The database holds ${describeCounts(tables)}.`, ...AFTERWARDS];
    return { lines, facts: { rows: rowsOf(tables) } };
  }
  const { made_at, tables } = await restore(owner, resolve(file), { ...options, progress: printProgress(say) });
  const lines = [`Restored as of ${made_at}: ${describeCounts(tables)}.`, ...AFTERWARDS];
  return { lines, facts: { made_at, rows: rowsOf(tables) } };
}
