import 'reflect-metadata';
import { readDatabaseOwner } from './database-owner.js';
import { prepareDatabase } from './prepare-database.js';
import { SCHEMAS } from './schemas.js';

const { url, passwordOf } = readDatabaseOwner();

try {
  await prepareDatabase(url, SCHEMAS, passwordOf);
} catch (error) {
  const { message = String(error), code } = error as { message?: string; code?: string };
  const advice =
    code === '42501' ? '\nThe user in DATABASE_URL needs the right to create roles: alter role … createrole.' : '';
  process.stderr.write(`${message}${advice}\n`);
  process.exit(1);
}
