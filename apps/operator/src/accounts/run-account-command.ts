import { randomBytes } from 'node:crypto';
import {
  createLink,
  instanceMessage,
  type LinkKind,
  makeAdministrator,
  storeMessages,
  UserRepository,
} from '@burgee/auth/operator';
import { BY_OPERATOR, type InstanceAction } from '@burgee/contracts/wire';
import { connectToPostgres, postgresConnection, publicUrl, readConfig } from '@burgee/process-kit';
import bcrypt from 'bcrypt';
import { isEmail } from 'class-validator';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { OWNER_SETTINGS } from '../migrate/database-owner.js';
import { ownDataSource } from '../migrate/prepare-database.js';
import { EXIT, type Outcome, Refused } from '../outcome.js';

const SETTINGS = {
  ...OWNER_SETTINGS,
  PUBLIC_URL: publicUrl({ default: undefined, desc: "The dashboard's address, for links." }),
};
const COST = 12;

/** The work of a command in one transaction, with its entries in the history of the instance. */
async function inTransaction<T>(
  work: (manager: EntityManager, publicAddress: string | undefined) => Promise<T>,
): Promise<T> {
  const { PUBLIC_URL, ...config } = readConfig(SETTINGS);
  const postgres = postgresConnection(config);
  // With several hosts, TypeORM tries only the last one found, and its errors name no cause.
  await (await connectToPostgres(postgres)).end();
  const source = await ownDataSource(postgres).initialize();
  try {
    return await source.transaction((manager) => work(manager, PUBLIC_URL));
  } finally {
    await source.destroy();
  }
}

const record = (manager: EntityManager, action: InstanceAction, new_values: Record<string, unknown>): Promise<void> =>
  storeMessages(manager, [instanceMessage({ action, new_values, provenance: BY_OPERATOR })]);

/** A link as it is shown, and its entry. */
async function link(
  manager: EntityManager,
  kind: LinkKind,
  userId: string | null,
  publicAddress: string | undefined,
): Promise<Outcome> {
  const { path, expiresAt } = await createLink(manager, kind, userId);
  await record(manager, 'link_create', { kind, ...(userId && { user_id: userId }) });
  const expires_at = expiresAt.toISOString();
  return {
    lines: [
      `${publicAddress ?? ''}${path}`,
      `Works once, until ${expires_at}. Earlier links of this kind work no longer.`,
      ...(publicAddress ? [] : ["Put the dashboard's address before it, or set PUBLIC_URL."]),
    ],
    facts: { link: `${publicAddress ?? ''}${path}`, expires_at },
  };
}

const usersOf = (manager: EntityManager) => new UserRepository(manager.connection);

/** @throws Refused when there is no such account */
async function accountOf(manager: EntityManager, email: string): Promise<{ id: string }> {
  const user = await usersOf(manager).findByEmail(email);
  if (!user) throw new Refused(`No account has the address ${email}. burgee-operator make-administrator makes one.`);
  if (user.isDisabled) throw new Refused(`The account ${user.id} is disabled. An administrator can enable it.`);
  return user;
}

/** The link with which somebody becomes administrator. */
export const createSetupLink = (): Promise<Outcome> =>
  inTransaction((manager, publicAddress) => link(manager, 'setup', null, publicAddress));

/** A link of the account with this address. */
export const createAccountLink = (kind: 'reset' | 'sign-in', email: string): Promise<Outcome> =>
  inTransaction(async (manager, publicAddress) => {
    const { id } = await accountOf(manager, email);
    return link(manager, kind, id, publicAddress);
  });

/** Makes an account administrator. Without one of this address it makes one, with a link that sets its password. */
export async function nameAdministrator(email: string): Promise<Outcome> {
  if (!isEmail(email)) throw new Refused(`${email} is not an email address.`, EXIT.unclear);
  return inTransaction(async (manager, publicAddress) => {
    const existing = await usersOf(manager).findByEmail(email);
    const id = existing?.id ?? uuidv7();
    if (!existing) {
      // A hash that no password fits.
      const passwordHash = await bcrypt.hash(randomBytes(32).toString('base64'), COST);
      const name = email.slice(0, email.lastIndexOf('@'));
      await usersOf(manager).insert({ id, name, email, passwordHash }, null, manager);
      await manager.sql`update auth.installation set had_accounts = true`;
    }
    const granted = await makeAdministrator(manager, id);
    if (granted) await record(manager, 'administrator_grant', { user_id: id, by: 'operator' });
    if (existing) {
      const text = granted ? 'is an administrator now' : 'was an administrator already';
      return { lines: [`The account ${id} ${text}.`], facts: { user_id: id, created: false } };
    }
    const { lines, facts } = await link(manager, 'reset', id, publicAddress);
    return {
      lines: [`The account ${id} is made, and an administrator. To set its password:`, ...lines],
      facts: { user_id: id, created: true, ...facts },
    };
  });
}
