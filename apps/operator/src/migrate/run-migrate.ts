import type { Outcome, Say } from '../outcome.js';
import { readDatabaseOwner } from './database-owner.js';
import { prepareDatabase } from './prepare-database.js';
import { SCHEMAS } from './schemas.js';

const SAY_EVERY_MILLISECONDS = 5_000;

export async function runMigrate(say: Say): Promise<Outcome> {
  const { postgres, passwordOf } = readDatabaseOwner();
  const startedAt = performance.now();
  // An index of a large table may take minutes, and another migration may hold the lock.
  const progress = setInterval(
    () => say(`  preparing the database for ${Math.round((performance.now() - startedAt) / 1_000)} s`),
    SAY_EVERY_MILLISECONDS,
  );
  try {
    await prepareDatabase(postgres, SCHEMAS, passwordOf);
  } finally {
    clearInterval(progress);
  }
  return { lines: ['The database is prepared.'], facts: { migrated: true } };
}
