import { type DatabaseApp, databasePasswordSetting } from '@burgee/contracts/wire';
import { POSTGRES_SUPERUSER, type Secrets } from './secrets.js';

/** The variable of a deployment that holds the password of an engine's user. */
export function passwordVariable(engine: string, user: string): string {
  if (engine === 'postgres' && user === POSTGRES_SUPERUSER) return 'POSTGRES_PASSWORD';
  if (engine === 'postgres') return databasePasswordSetting(user as DatabaseApp);
  return `${engine}_PASSWORD_${user.replaceAll('-', '_')}`.toUpperCase();
}

/** Secrets by the variables of docker-compose.yml that hold them. */
export function secretVariables({ engines, ...own }: Secrets): Record<string, string> {
  const passwords = Object.entries(engines).map(([name, password]) => {
    const [engine = '', user = ''] = name.split(':');
    return [passwordVariable(engine, user), password];
  });
  return { ...Object.fromEntries(passwords), ...own };
}
