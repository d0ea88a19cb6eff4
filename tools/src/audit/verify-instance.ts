import 'reflect-metadata';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { InstanceHistory } from '@burgee/audit/instance';
import { INSTANCE_CHAIN } from '@burgee/contracts/wire';
import { DATABASE_TLS_SETTINGS, postgresUrl, readConfig } from '@burgee/process-kit';
import { runningDatabaseUrl } from '../start/running-database-url.js';
import { CANNOT_SAY, type Command, earlierExports, evidenceOf, HOLDS, TAMPERED } from './command.js';
import { describeHistory, doubtsOf } from './describe-history.js';

/** The database of `DATABASE_URL`, or of the Burgee that `npm start` runs. */
function open(): Promise<InstanceHistory> {
  const DATABASE_URL = process.env.DATABASE_URL ?? runningDatabaseUrl();
  const settings = {
    DATABASE_URL: postgresUrl({ desc: 'Postgres, as a role that reads the tables of audit.' }),
    ...DATABASE_TLS_SETTINGS,
  };
  return InstanceHistory.open(readConfig(settings, { ...process.env, DATABASE_URL }));
}

/** Verifies, and exports, what belongs to no project, straight from the database. @returns the exit code */
export async function verifyInstance(command: Command, print: (line: string) => void): Promise<number> {
  const evidence = evidenceOf(command, await earlierExports(command, INSTANCE_CHAIN));
  const history = await open();
  try {
    const { up_to, fault, ...verified } = await history.verify(evidence);
    const doubts = doubtsOf(verified, command, evidence.kids);
    const title = 'History of the instance, in the database.';
    for (const line of describeHistory({ ...verified, title, upTo: up_to, fault: fault?.detail, doubts })) print(line);
    if (command.exportTo !== undefined) {
      // Never over a file that may be the only copy of a checkpoint.
      await pipeline(
        Readable.from(history.export()),
        createWriteStream(command.exportTo, { flags: 'wx', mode: 0o600 }),
      );
      print(`Exported to ${command.exportTo}.`);
    }
    if (fault) return TAMPERED;
    return doubts.length === 0 ? HOLDS : CANNOT_SAY;
  } finally {
    await history.close();
  }
}
