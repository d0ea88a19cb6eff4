import 'reflect-metadata';
import { isDatabaseUnavailable, refusalOf, REFUSALS } from '@burgee/process-kit';
import { readDatabaseOwner } from './database-owner.js';
import { prepareDatabase } from './prepare-database.js';
import { SCHEMAS } from './schemas.js';

const { postgres, passwordOf } = readDatabaseOwner();

function adviceFor(error: unknown): string {
  if ((error as { code?: string }).code === '42501')
    return 'The user in DATABASE_URL needs the right to create roles: alter role … createrole.';
  const refusal = refusalOf(error);
  if (refusal) return `Postgres ${REFUSALS[refusal]}.`;
  return isDatabaseUnavailable(error) ? 'Postgres does not answer. Burgee is not ready without it.' : '';
}

try {
  await prepareDatabase(postgres, SCHEMAS, passwordOf);
} catch (error) {
  const { message = String(error) } = error as { message?: string };
  process.stderr.write(`${message}\n${adviceFor(error)}\n`);
  process.exit(1);
}
