import { DATABASE_APPS, type DatabaseApp, databasePasswordSetting } from '@burgee/contracts/wire';
import { readConfig, secret } from '@burgee/process-kit';
import { type ValidatorSpec, url } from 'envalid';

/** The database as its owner, and what the roles of the services sign in with. */
export interface DatabaseOwner {
  url: string;
  passwordOf: (app: DatabaseApp) => string;
}

const passwordSettings = DATABASE_APPS.map((app): [string, ValidatorSpec<string>] => [
  databasePasswordSetting(app),
  secret({ desc: `Password of the role of ${app}.` }),
]);

/** Reads DATABASE_URL and DATABASE_PASSWORD_…; ends the process with a list of what is missing or wrong. */
export function readDatabaseOwner(): DatabaseOwner {
  const config = readConfig<Record<string, ValidatorSpec<string>>>({
    DATABASE_URL: url({ desc: 'Postgres, as a user who may create roles and schemas.' }),
    ...Object.fromEntries(passwordSettings),
  });
  return { url: config.DATABASE_URL ?? '', passwordOf: (app) => config[databasePasswordSetting(app)] ?? '' };
}
