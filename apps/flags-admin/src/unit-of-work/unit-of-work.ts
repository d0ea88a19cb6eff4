import {
  ACCOUNT_LOCK_SEED,
  DomainError,
  type MemberRoles,
  MEMBERS_LOCK_SEED,
  type Role,
  roleIn,
  standingIn,
} from '@burgee/contracts/wire';
import { currentRequestId, failpoint, inSpan, type SpanOptions } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit';
import type { OutboxMessage } from '@burgee/outbox';
import { assertAdmitted, assertSignedIn, type CurrentUser, isAdmitted, type Membership } from '@burgee/session';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG, type FlagsAdminConfig } from '../config.js';
import { type AskedChange, BeyondLimits, enforceLimits } from '../token-limits/enforce-limits.js';
import { AfterCommit, type CacheUpdate } from './after-commit.js';
import { Change } from './change.js';
import { allSettled, onOwnTimeline } from './in-transaction.js';
import { lockServiceRoles, lockToken, lockTokenRoles } from './lock-token.js';
import { assertMayTouch, storeMessages } from './store-messages.js';

/**
 * Holds up auth, which waits for the changes of an account whose sessions it has ended.
 * @param sessionId empty where no session acts
 * @returns whether the account can sign in, and has not ended this session
 */
export async function lockAccount(manager: EntityManager, userId: string, sessionId = ''): Promise<boolean> {
  const [, rows] = await allSettled([
    manager.sql`select pg_advisory_xact_lock_shared(hashtextextended(${userId}::text, ${ACCOUNT_LOCK_SEED}))`,
    // A second statement, because it sees what was committed while the first waited.
    manager.sql<unknown[]>`
      select from session_read.inactive_user_v1 where user_id = ${userId}
      union all select from session_read.revoked_session_v1 where session_id = ${sessionId || null}::uuid`,
  ]);
  return rows.length === 0;
}

/**
 * Waits while the actor is removed, disabled or gets another role, and blocks all until the transaction ends. The advisory
 * lock keeps the queue fair: Postgres grants a shared row lock ahead of waiting writers, so a member with overlapping writes
 * could never be removed.
 * @returns undefined for a member who can no longer sign in, too
 */
async function lockRoles(
  manager: EntityManager,
  projectId: string,
  userId: string,
  sessionId: string,
): Promise<MemberRoles | undefined> {
  const [isSignedIn, rows] = await allSettled([
    lockAccount(manager, userId, sessionId),
    manager.sql<MemberRoles[]>`
      select role, environment_roles from flags.members
      where project_id = ${projectId} and user_id = ${userId}
        and pg_advisory_xact_lock_shared(hashtextextended(${projectId}::text, ${MEMBERS_LOCK_SEED}))::text = ''
      for share`,
  ]);
  return isSignedIn ? rows[0] : undefined;
}

/** The same, for the role in one environment, of an account that need not be signed in. */
export async function lockRole(
  manager: EntityManager,
  projectId: string,
  userId: string,
  environmentId: string,
): Promise<Role | undefined> {
  const roles =
    (await lockRoles(manager, projectId, userId, '')) ?? (await lockServiceRoles(manager, projectId, userId));
  return roles && roleIn(standingIn(roles, environmentId));
}

/** Waits for the writes of the project in progress, and blocks others until the transaction ends. */
export async function lockMembers(manager: EntityManager, projectId: string): Promise<void> {
  await manager.sql`select pg_advisory_xact_lock(hashtextextended(${projectId}::text, ${MEMBERS_LOCK_SEED}))`;
}

/** For a refusal, which does without a name where a statement of the same transaction has failed. */
async function environmentName(manager: EntityManager, { projectId, environmentId }: Membership) {
  const rows = await manager.sql<{ name: string }[]>`
    select name from flags.environments where id = ${environmentId ?? null}::uuid and project_id = ${projectId}`.catch(
    () => [],
  );
  return rows[0]?.name;
}

/**
 * The first step of every change in a project: locks the actor's member row until the transaction ends, and compares
 * the roles with the role that the route requires. The guard's read may be older than a removal, but this read is not.
 * The statement reads no other table, because one that waits for a lock sees other tables as of before the wait.
 * @param changesMembers whether the change updates or deletes members
 * @returns the actor's roles, or undefined when the route requires none
 * @throws not_found, role_too_low, unauthenticated
 */
async function lockActor(
  manager: EntityManager,
  { id, sessionId, token, membership, provenance }: CurrentUser,
  changesMembers: boolean,
): Promise<MemberRoles | undefined> {
  if (!membership) {
    const isLive = async () => !token || (await lockToken(manager, id, token.id));
    // A schedule pauses instead.
    if (provenance?.via !== 'schedule') assertSignedIn((await lockAccount(manager, id, sessionId)) && (await isLive()));
    return undefined;
  }
  if (changesMembers) await lockMembers(manager, membership.projectId);
  const { projectId } = membership;
  const roles = await (token
    ? lockTokenRoles(manager, projectId, id, token)
    : lockRoles(manager, projectId, id, sessionId));
  const name = roles && !isAdmitted(roles, membership) ? await environmentName(manager, membership) : undefined;
  assertAdmitted(roles, membership, name);
  return roles;
}

/** The result of a change. */
interface Committed<T> {
  result: T;
  messages: readonly OutboxMessage[];
}

interface WorkOptions {
  /** The update of the shared flag set, `evict` by default. */
  cacheUpdate?: CacheUpdate;
  /** Whether the work updates or deletes members. If so, it runs without other writes in the project. */
  changesMembers?: boolean;
  /**
   * Runs everything and rolls back instead of committing, so the response is the same as for a commit, including
   * refusals.
   */
  dryRun?: boolean;
  /** Whether a change of values beyond the limits of a token may become a change request. */
  asks?: boolean;
}

/** Makes a change request of what goes beyond the limits of a token. @throws instead of a result */
export type AskInstead = (actor: CurrentUser, asked: AskedChange) => Promise<never>;

const TRANSACTION: SpanOptions = {
  kind: 'client',
  attributes: { 'db.system.name': 'postgresql', 'db.namespace': 'flags', 'db.operation.name': 'transaction' },
};

/** Ends the transaction of a dry run. */
class DryRun<T> extends Error {
  constructor(readonly committed: Committed<T>) {
    super('dry run');
  }
}

/**
 * Runs every change of flags-admin: one transaction with the actor's role, the change and its outbox messages, then the
 * registered steps after the commit. A change without messages changed nothing. All code locks in this order: members,
 * project, flags, values, environments.
 */
@Injectable()
export class UnitOfWork {
  /** Set at the start by the module of change requests. */
  askInstead: AskInstead | undefined;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly afterCommit: AfterCommit,
    @Inject(CONFIG) private readonly settings: Pick<FlagsAdminConfig, 'FLAG_SET_BYTES_AT_MOST'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * @param work locks, decides, writes, and adds messages to the change. A throw rolls everything back.
   * @throws not_found, role_too_low when the actor has lost the role since the guard admitted the request
   */
  async run<T>(actor: CurrentUser, work: (change: Change) => Promise<T>, options?: WorkOptions): Promise<T> {
    return (await this.commit(actor, work, options)).result;
  }

  /** Also returns the stored messages. */
  commit<T>(actor: CurrentUser, work: (change: Change) => Promise<T>, options?: WorkOptions): Promise<Committed<T>> {
    return this.lockAndRun(actor, async () => undefined, work, options);
  }

  /**
   * For work that begins by locking rows and reading under these locks, in the same round trip as the lock of the
   * actor's role.
   */
  async lockAndRun<L, T>(
    actor: CurrentUser,
    lock: (manager: EntityManager) => Promise<L>,
    work: (change: Change, locked: L) => Promise<T>,
    { cacheUpdate = 'evict', changesMembers = false, dryRun = false, asks = false }: WorkOptions = {},
  ): Promise<Committed<T>> {
    const { result, messages } = await inSpan('transaction flags', TRANSACTION, () =>
      onOwnTimeline(this.database, this.logger, {
        lock: (manager) => allSettled([lockActor(manager, actor, changesMembers), lock(manager)]),
        change: async (manager, [roles, locked]): Promise<Committed<T>> => {
          const change = new Change(manager, actor, currentRequestId(), roles);
          const result = await work(change, locked).catch(async (error: unknown) => {
            // What was sent before fails first, and no promise may be left to reject alone.
            await allSettled(change.sent);
            // A role that is too low is the reason, whatever else is wrong. After an error of the service nothing is read.
            if (error instanceof DomainError && error.kind.status < 500) await assertMayTouch(change);
            throw error;
          });
          const done = { result, messages: await this.store(change, actor) };
          if (dryRun) throw new DryRun({ ...done, messages: [] });
          failpoint('before-commit');
          return done;
        },
      }),
    ).catch((error: unknown) => {
      if (error instanceof DryRun) return (error as DryRun<T>).committed;
      if (asks && !dryRun && error instanceof BeyondLimits && error.asked && this.askInstead)
        return this.askInstead(actor, error.asked);
      throw error;
    });
    failpoint('after-commit');
    if (messages.length > 0) await this.afterCommit.run(messages, cacheUpdate);
    return { result, messages };
  }

  /** Stores the messages of a change, if any, in the round trip of the statements that it did not wait for. */
  private async store(change: Change, { limited }: CurrentUser): Promise<readonly OutboxMessage[]> {
    const isChecked = change.messages.length > 0 || change.refusedIn.length > 0;
    const store = () => storeMessages(change, this.settings.FLAG_SET_BYTES_AT_MOST);
    const stored = isChecked ? (limited ? enforceLimits(change, limited).then(store) : store()) : [];
    // Sent first, so its error is the one to throw. It also aborts the transaction for the messages.
    const [, messages] = await allSettled([allSettled(change.sent), Promise.resolve(stored)]);
    return messages;
  }
}
