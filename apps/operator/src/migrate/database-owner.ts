import { DATABASE_APPS, type DatabaseApp, databasePasswordSetting } from '@burgee/contracts/wire';
import {
  DATABASE_TLS_SETTINGS,
  type PostgresConnection,
  postgresConnection,
  postgresUrl,
  readConfig,
  secret,
} from '@burgee/process-kit';
import type { ValidatorSpec } from 'envalid';

/** The database as its owner, and what the roles of the services sign in with. */
export interface DatabaseOwner {
  postgres: PostgresConnection;
  passwordOf: (app: DatabaseApp) => string;
}

const passwordSettings = DATABASE_APPS.map((app): [string, ValidatorSpec<string>] => [
  databasePasswordSetting(app),
  secret({ desc: `Password of the role of ${app}.` }),
]);

/** How the backup and the migration reach Postgres. */
export const OWNER_SETTINGS = {
  DATABASE_URL: postgresUrl({ desc: 'Postgres, as a user who may create roles and schemas.' }),
  ...DATABASE_TLS_SETTINGS,
};

/** Reads DATABASE_URL and DATABASE_PASSWORD_…; ends the process with a list of what is missing or wrong. */
export function readDatabaseOwner(): DatabaseOwner {
  const config = readConfig<typeof OWNER_SETTINGS & Record<string, ValidatorSpec<string>>>({
    ...OWNER_SETTINGS,
    ...Object.fromEntries(passwordSettings),
  });
  return { postgres: postgresConnection(config), passwordOf: (app) => config[databasePasswordSetting(app)] ?? '' };
}
