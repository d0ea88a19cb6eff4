import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { InstanceHistory } from '@burgee/audit/instance';
import { INSTANCE_CHAIN } from '@burgee/contracts/wire';
import { DATABASE_TLS_SETTINGS, postgresUrl, readConfig } from '@burgee/process-kit';
import type { Outcome } from '../outcome.js';
import { type Command, earlierExports, evidenceOf } from './command.js';
import { describeHistory, doubtsOf } from './describe-history.js';

const SETTINGS = {
  DATABASE_URL: postgresUrl({ desc: 'Postgres, as a role that reads the tables of audit.' }),
  ...DATABASE_TLS_SETTINGS,
};

/** Verifies, and exports, what belongs to no project, straight from the database. */
export async function verifyInstance(command: Command): Promise<Outcome> {
  const evidence = evidenceOf(command, await earlierExports(command, INSTANCE_CHAIN));
  const history = await InstanceHistory.open(readConfig(SETTINGS));
  try {
    const { up_to, fault, ...verified } = await history.verify(evidence);
    const doubts = doubtsOf(verified, command, evidence.kids);
    const title = 'History of the instance, in the database.';
    const outcome = describeHistory({ ...verified, title, upTo: up_to, fault: fault?.detail, doubts });
    if (command.exportTo === undefined) return outcome;
    // Never over a file that may be the only copy of a checkpoint.
    await pipeline(Readable.from(history.export()), createWriteStream(command.exportTo, { flags: 'wx', mode: 0o600 }));
    return { ...outcome, lines: [...outcome.lines, `Exported to ${command.exportTo}.`] };
  } finally {
    await history.close();
  }
}
