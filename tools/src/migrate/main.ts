import 'reflect-metadata';
import { AUDIT_SCHEMA } from '@burgee/audit/schema';
import { AUTH_SCHEMA } from '@burgee/auth/schema';
import { DATABASE_APPS, type DatabaseApp, databasePasswordSetting } from '@burgee/contracts/wire';
import { readConfig, secret } from '@burgee/process-kit';
import { FLAGS_ADMIN_SCHEMA } from '@burgee/flags-admin/schema';
import { type ValidatorSpec, url } from 'envalid';
import { prepareDatabase } from './prepare-database.js';

/** In the order in which their views lean on each other. */
const SCHEMAS = [AUTH_SCHEMA, FLAGS_ADMIN_SCHEMA, AUDIT_SCHEMA];

const passwordSettings = DATABASE_APPS.map((app): [string, ValidatorSpec<string>] => [
  databasePasswordSetting(app),
  secret({ desc: `Password of the role of ${app}.` }),
]);

const config = readConfig<Record<string, ValidatorSpec<string>>>({
  DATABASE_URL: url({ desc: 'Postgres, as a user who may create roles and schemas.' }),
  ...Object.fromEntries(passwordSettings),
});

const passwordOf = (app: DatabaseApp): string => config[databasePasswordSetting(app)] ?? '';

try {
  await prepareDatabase(config.DATABASE_URL ?? '', SCHEMAS, passwordOf);
} catch (error) {
  const { message = String(error), code } = error as { message?: string; code?: string };
  const advice =
    code === '42501' ? '\nThe user in DATABASE_URL needs the right to create roles: alter role … createrole.' : '';
  process.stderr.write(`${message}${advice}\n`);
  process.exit(1);
}
