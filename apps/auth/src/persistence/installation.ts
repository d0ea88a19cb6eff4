import { ACCOUNT_LOCK_SEED, DomainError } from '@burgee/contracts/wire';
import { isDatabaseBusy } from '@burgee/process-kit';
import type { DataSource, EntityManager } from 'typeorm';

type Sql = Pick<EntityManager, 'sql'>;

export type RegistrationMode = 'open' | 'domain' | 'invite' | 'closed';

export interface Installation {
  /** Whether it has ever had an account. */
  hadAccounts: boolean;
  setupLinkLoggedAt: Date | null;
  /** What an administrator chose; null: what the setting says. */
  registration: RegistrationMode | null;
}

/** What is stored about the installation. */
export async function readInstallation(manager: Sql): Promise<Installation> {
  const [row] = await manager.sql<[Installation]>`
    select had_accounts as "hadAccounts", setup_link_logged_at as "setupLinkLoggedAt", registration
    from auth.installation`;
  return row;
}

/** The same, locked until the transaction ends: who becomes administrator is decided one at a time. */
export async function lockInstallation(manager: Sql): Promise<Installation> {
  const [row] = await manager.sql<[Installation]>`
    select had_accounts as "hadAccounts", setup_link_logged_at as "setupLinkLoggedAt", registration
    from auth.installation for update`;
  return row;
}

/** Waits for changes of projects by the account, and holds back others until the transaction ends. */
export async function lockAccount(manager: Sql, userId: string): Promise<void> {
  await manager.sql`select pg_advisory_xact_lock(hashtextextended(${userId}::text, ${ACCOUNT_LOCK_SEED}))`;
}

/** Each lasts for the lock timeout, a second. */
const TRIES = 6;

/**
 * Waits for the changes of projects that the account has begun. To be called after a commit that ended its sessions: what
 * begins later is refused, and nothing is in progress any more when this returns.
 * @throws the lock timeout, when a change lasts longer
 */
export async function waitForChanges({ manager }: Pick<DataSource, 'manager'>, userId: string): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      await lockAccount(manager, userId);
      return;
    } catch (error) {
      if (tries === TRIES || !isDatabaseBusy(error)) throw error;
    }
}

/**
 * How many accounts are administrators and can sign in. An account that the operator has made counts from when its link has
 * set a password. @param id counts this one only
 */
export async function countAdministrators(manager: Sql, id: string | null = null): Promise<number> {
  const [row] = await manager.sql<[{ count: number }]>`
    select count(*)::int as count from auth.users u
    where u.disabled_at is null and u.removed_at is null and (${id}::uuid is null or u.id = ${id}::uuid)
      and (u.password_hash <> '' or u.last_sign_in_at is not null)
      and (u.administrator_since is not null
           or exists (select from auth.listed_administrators l where l.user_id = u.id))`;
  return row.count;
}

/** It is for an installation without an administrator. */
export const endSetupLink = (manager: Sql) => manager.sql`delete from auth.links where kind = 'setup'`;

/** Its address need not be proved any more. Also ends the setup link, which is for an installation without one. @returns whether the account exists and was none yet */
export async function makeAdministrator(manager: Sql, userId: string): Promise<boolean> {
  const [, changed] = await manager.sql<[unknown[], number]>`
    update auth.users set administrator_since = now(), must_verify_email = false
    where id = ${userId} and administrator_since is null and removed_at is null and disabled_at is null`;
  if (changed > 0) await endSetupLink(manager);
  return changed > 0;
}

/** To be called at the end of a change, with the installation locked. @throws last_administrator */
export async function assertAdministratorLeft(manager: Sql, before: number): Promise<void> {
  if (before > 0 && (await countAdministrators(manager)) === 0)
    throw new DomainError(
      'last_administrator',
      'This is the last administrator who can sign in. Make another account administrator first.',
    );
}

/**
 * Whether an account that registers becomes administrator: the first of an installation that never had one, where the
 * launcher of `npm start` says so, and the person is at this machine.
 */
export const isFirstAdministrator = (
  { hadAccounts }: Pick<Installation, 'hadAccounts'>,
  { hasAccounts, setting, isLocal }: { hasAccounts: boolean; setting: 'on' | 'off'; isLocal: boolean },
): boolean => setting === 'on' && isLocal && !hadAccounts && !hasAccounts;
