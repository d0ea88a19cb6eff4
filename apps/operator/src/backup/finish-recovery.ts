import { connectToPostgres } from '@burgee/process-kit';
import type pg from 'pg';
import type { DatabaseOwner } from '../migrate/database-owner.js';
import { prepareDatabase } from '../migrate/prepare-database.js';
import { SCHEMAS } from '../migrate/schemas.js';
import { refuseWhileServicesRun } from './check-target.js';
import { COUNTED } from './describe-counts.js';
import { endSessionsAndInvitations } from './end-sessions-and-invitations.js';
import { recordCommand } from '../record-command.js';
import { countRows } from './list-tables.js';

/** @throws when the server still recovers, or is a standby */
async function refuseInRecovery(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ recovers: boolean }>('select pg_is_in_recovery() as recovers');
  if (rows[0]?.recovers)
    throw new Error(
      'Postgres has not ended its recovery. If this is the moment you want, end it: select pg_wal_replay_resume(), ' +
        'with recovery_target_action = promote; or select pg_promote().',
    );
}

/**
 * What is left to do after Postgres was put back by other means, such as a recovery to a point in time: roles with the
 * passwords of today, tables as this Burgee needs them, no session, no invitation, and a new epoch.
 * @returns rows by table, as they are now
 */
export async function finishRecovery(
  { postgres, passwordOf }: DatabaseOwner,
  { whileRunning }: { whileRunning: boolean },
): Promise<{ name: string; rows: number }[]> {
  const client = await connectToPostgres(postgres);
  try {
    await refuseInRecovery(client);
    if (!whileRunning) await refuseWhileServicesRun(client, client.database ?? '');
    await prepareDatabase(postgres, SCHEMAS, passwordOf);
    await client.query('begin');
    await endSessionsAndInvitations(client);
    await client.query('select flags.begin_epoch()');
    await recordCommand(client, 'restore --after-recovery', {});
    await client.query('commit');
    const counts: { name: string; rows: number }[] = [];
    for (const name of COUNTED) counts.push({ name, rows: await countRows(client, name) });
    return counts;
  } finally {
    await client.end();
  }
}
