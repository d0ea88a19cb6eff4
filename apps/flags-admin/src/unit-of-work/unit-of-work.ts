import { currentRequestId, failpoint, inSpan, type SpanOptions, yieldWhenDue } from '@burgee/process-kit';
import { approximateBytes, LOGGER } from '@burgee/service-kit';
import type { OutboxMessage } from '@burgee/outbox';
import type { CurrentUser } from '@burgee/session';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG, type FlagsAdminConfig } from '../config.js';
import { BYTES_OF_A_ROW, ChangeLimits } from '../quotas/change-limits.js';
import { AfterCommit, type CacheUpdate } from './after-commit.js';
import { allSettled } from './all-settled.js';
import { Change } from './change.js';
import { Cost, costUnmade } from './cost.js';
import { countChanges } from './count-changes.js';
import { lockActor } from './lock-actor.js';
import { onOwnTimeline } from './on-own-timeline.js';
import { storeMessages } from './store-messages.js';

/** What a change came to. */
interface Committed<T> {
  result: T;
  messages: readonly OutboxMessage[];
}

interface Outcome<T> {
  made?: Committed<T>;
  failure?: unknown;
}

interface WorkOptions {
  /** What becomes of the shared flag set; `evict` when left out. */
  cacheUpdate?: CacheUpdate;
  /** Whether the work updates or deletes members; it then runs while nothing else in the project is written. */
  changesMembers?: boolean;
  /** All of it is done, and rolled back instead of committed: so its answer is what a commit would say, refusals included. */
  dryRun?: boolean;
}

const TRANSACTION: SpanOptions = {
  kind: 'client',
  attributes: { 'db.system.name': 'postgresql', 'db.namespace': 'flags', 'db.operation.name': 'transaction' },
};

/** Ends a transaction that was only tried. */
class Tried<T> extends Error {
  constructor(readonly committed: Committed<T>) {
    super('tried');
  }
}

/**
 * Runs every change of flags-admin: one transaction with the actor's role, the change and its outbox messages, then the
 * registered steps after the commit. A change without messages changed nothing. All code locks in this order: members,
 * project, flags, values, environments.
 */
@Injectable()
export class UnitOfWork {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly afterCommit: AfterCommit,
    private readonly limits: ChangeLimits,
    @Inject(CONFIG) private readonly settings: Pick<FlagsAdminConfig, 'FLAG_SET_BYTES_AT_MOST'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * @param work locks, decides, writes, and adds messages to the change; a throw rolls all of it back
   * @throws not_found, role_too_low when the actor has lost the role since the guard let the request pass
   */
  async run<T>(actor: CurrentUser, work: (change: Change) => Promise<T>, options?: WorkOptions): Promise<T> {
    return (await this.commit(actor, work, options)).result;
  }

  /** The same, for who wants to know which messages were stored. */
  commit<T>(actor: CurrentUser, work: (change: Change) => Promise<T>, options?: WorkOptions): Promise<Committed<T>> {
    return this.lockAndRun(actor, async () => undefined, work, options);
  }

  /**
   * The same for work that begins by locking rows, and reading what it decides upon under these locks. That takes the same round
   * trip as the lock of the actor's role.
   * @param lock also says what it costs, which is paid for when it throws, too
   */
  async lockAndRun<L, T>(
    actor: CurrentUser,
    lock: (manager: EntityManager, cost: Cost) => Promise<L>,
    work: (change: Change, locked: L) => Promise<T>,
    { cacheUpdate = 'evict', changesMembers = false, dryRun = false }: WorkOptions = {},
  ): Promise<Committed<T>> {
    const cost = new Cost();
    const began = performance.now();
    let attempted: Change | undefined;
    const { made, failure } = await inSpan('transaction flags', TRANSACTION, () =>
      onOwnTimeline(this.database, this.logger, {
        lock: (manager) => allSettled([lockActor(manager, actor, changesMembers), lock(manager, cost)]),
        change: async (manager, [role, locked]) => {
          const change = new Change(manager, actor, currentRequestId(), role, cost);
          attempted = change;
          const result = await work(change, locked);
          const { FLAG_SET_BYTES_AT_MOST } = this.settings;
          const stored =
            change.messages.length > 0 ? storeMessages(change, FLAG_SET_BYTES_AT_MOST) : Promise.resolve([]);
          const [, messages] = await allSettled([allSettled(change.sent), stored]);
          if (dryRun) throw new Tried({ result, messages: [] });
          failpoint('before-commit');
          return { result, messages };
        },
      }),
    ).then(
      (committed): Outcome<T> => ({ made: committed }),
      (error: unknown) => (error instanceof Tried ? { made: (error as Tried<T>).committed } : { failure: error }),
    );
    const isMade = made && made.messages.length > 0;
    const atLeast = isMade ? 0 : costUnmade(failure, performance.now() - began);
    await this.pay(actor, cost, attempted?.messages ?? [], atLeast);
    if (!made) throw failure;
    const { result, messages } = made;
    countChanges(messages);
    failpoint('after-commit');
    if (messages.length > 0) await this.afterCommit.run(messages, cacheUpdate);
    return { result, messages };
  }

  /** A change that is refused at its end has done the work of one that is not, and counts as much: at least the time that it took. */
  private async pay(
    { id, membership }: CurrentUser,
    { rows }: Cost,
    messages: Change['messages'],
    atLeast: number,
  ): Promise<void> {
    if (messages.length === 0 && rows === 0 && atLeast === 0) return;
    const entry = messages.find((message) => message.kind === 'audit');
    const projectId = entry?.payload.project_id ?? membership?.projectId;
    const pause = yieldWhenDue();
    let bytes = rows * BYTES_OF_A_ROW;
    for (const message of messages) {
      bytes += approximateBytes(message);
      await pause();
    }
    bytes = Math.max(bytes, atLeast);
    if (projectId === undefined) this.limits.spendBytes(id, bytes);
    else this.limits.spend({ projectId, accountId: id }, bytes);
  }
}
