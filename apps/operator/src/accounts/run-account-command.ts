import {
  createLink,
  instanceMessage,
  type LinkKind,
  makeAdministrator,
  storeMessages,
  type UserAccount,
  UserRepository,
  revokeTokens,
} from '@burgee/auth/operator';
import { BY_OPERATOR, type InstanceAction } from '@burgee/contracts/wire';
import { connectToPostgres, postgresConnection, printableLine, publicUrl, readConfig } from '@burgee/process-kit';
import { isEmail, isUUID } from 'class-validator';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { OWNER_SETTINGS } from '../migrate/database-owner.js';
import { ownDataSource } from '../migrate/prepare-database.js';
import { EXIT, type Outcome, Refused } from '../outcome.js';

const SETTINGS = {
  ...OWNER_SETTINGS,
  PUBLIC_URL: publicUrl({ default: undefined, desc: "The dashboard's address, for links." }),
};

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

function assertEnabled({ id, isDisabled }: Pick<UserAccount, 'id' | 'isDisabled'>): void {
  if (isDisabled) throw new Refused(`The account ${id} is disabled. An administrator can enable it.`);
}

/** @throws Refused when there is no such account */
async function accountOf(manager: EntityManager, email: string): Promise<{ id: string }> {
  const user = await usersOf(manager).findByEmail(email);
  if (!user)
    throw new Refused(
      `No account has the address ${printableLine(email)}. burgee-operator make-administrator makes one.`,
    );
  assertEnabled(user);
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

async function grant(manager: EntityManager, id: string): Promise<boolean> {
  const granted = await makeAdministrator(manager, id);
  if (granted) await record(manager, 'administrator_grant', { user_id: id, by: 'operator' });
  return granted;
}

/** @throws Refused when there is no such account */
async function nameById(manager: EntityManager, id: string): Promise<Outcome> {
  const user = await usersOf(manager).findById(id);
  if (!user) throw new Refused(`No account has the id ${id}.`);
  assertEnabled(user);
  const text = (await grant(manager, id)) ? 'is an administrator now' : 'was an administrator already';
  return {
    lines: [`The account ${id} (${printableLine(user.email)}) ${text}.`],
    facts: { user_id: id, created: false },
  };
}

/** An account without a password, which the first link sets. */
async function makeAccount(manager: EntityManager, email: string): Promise<string> {
  const id = uuidv7();
  const name = email.slice(0, email.lastIndexOf('@'));
  await usersOf(manager).insert({ id, name, email, passwordHash: '' }, null, manager);
  await manager.sql`update auth.installation set had_accounts = true`;
  return id;
}

/** Nobody can use what its owner had: password, sessions, tokens, links. */
async function lockOut(manager: EntityManager, id: string): Promise<void> {
  await usersOf(manager).changePassword(manager, id, null, '');
  // It counts as an administrator who can sign in once the link has set a password.
  await manager.sql`update auth.users set last_sign_in_at = null, last_sign_in_by = null where id = ${id}`;
  await manager.sql`update auth.sessions set revoked_at = now() where user_id = ${id} and revoked_at is null`;
  await revokeTokens(manager, id);
}

/**
 * Makes an account administrator: the one with this id, or a new one with this address, whose link sets its password.
 * Anybody may have registered an address, so an existing account with it is made administrator only after it was asked for,
 * and only the person with the new link can use it from then on.
 */
export async function nameAdministrator(account: string, isExisting: boolean): Promise<Outcome> {
  if (isUUID(account)) return inTransaction((manager) => nameById(manager, account));
  if (!isEmail(account))
    throw new Refused(`${printableLine(account)} is neither an email address nor an account id.`, EXIT.unclear);
  return inTransaction(async (manager, publicAddress) => {
    const existing = await usersOf(manager).findByEmail(account);
    if (existing) assertEnabled(existing);
    if (existing && !isExisting)
      throw new Refused(
        `The account ${existing.id} has the address ${printableLine(account)}, which anybody may have registered. If you ` +
          `know it, name its id. Else repeat this with --existing: it ends the password and sessions, and prints a link.`,
      );
    if (existing) await lockOut(manager, existing.id);
    const id = existing?.id ?? (await makeAccount(manager, account));
    await grant(manager, id);
    const { lines, facts } = await link(manager, 'reset', id, publicAddress);
    const what = existing ? 'has no password and no session any more, and is' : 'is made, and';
    return {
      lines: [`The account ${id} ${what} an administrator. To set its password:`, ...lines],
      facts: { user_id: id, created: !existing, ...facts },
    };
  });
}
