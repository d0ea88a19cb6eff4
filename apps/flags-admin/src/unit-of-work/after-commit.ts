import { setImmediate as nextTurn } from 'node:timers/promises';
import { Delivery, type OutboxMessage, topicOf } from '@burgee/outbox';
import { metrics } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit/plain';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';

/** patch = build the next flag set from the one before; evict = let the next reader build it. */
export type CacheUpdate = 'patch' | 'evict';

/** Runs after a commit, with the committed messages. It may fail: the relay delivers later, and readers use Postgres. */
export type AfterCommitStep = (messages: readonly OutboxMessage[], cacheUpdate: CacheUpdate) => Promise<void> | void;

/**
 * When a step runs, in this order:
 * - notify: at once; nobody waits for it.
 * - audit: right after; the caller's answer waits for it, at most 250 ms.
 * - cache: when audit has finished, at the latest after 10 ms; nobody waits for it.
 * - announce: when the wait for audit is over; nobody waits for it.
 * The last two leave the processor to the answer first.
 */
export type AfterCommitPhase = 'notify' | 'audit' | 'cache' | 'announce';

const ANSWER_WITHIN_MILLISECONDS = 250;
const CACHE_WAITS_MILLISECONDS = 10;

const changes = new Counter({
  name: 'burgee_changes_total',
  help: 'Changes that were committed, by action, as the history has them.',
  labelNames: ['action'],
  registers: [metrics],
});

/** Counts the changes that these messages tell the history about. */
function countChanges(messages: readonly OutboxMessage[]): void {
  for (const message of messages) if (message.kind === 'audit') changes.inc({ action: message.payload.action });
}

/** Resolves when `work` ends, well or not, and at the latest after `ms`. */
function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    work.then(end, end);
  });
}

/** The steps that follow each commit. Modules register theirs at start; no step can fail the write or hold it up. */
@Injectable()
export class AfterCommit {
  private readonly steps: Record<AfterCommitPhase, AfterCommitStep[]> = {
    notify: [],
    audit: [],
    cache: [],
    announce: [],
  };

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  register(phase: AfterCommitPhase, step: AfterCommitStep): void {
    this.steps[phase].push(step);
  }

  /** Resolves when the audit entry is stored or has taken too long, and `announce` has run. */
  async run(messages: readonly OutboxMessage[], cacheUpdate: CacheUpdate): Promise<void> {
    countChanges(messages);
    const start = (phase: AfterCommitPhase) =>
      Promise.all(this.steps[phase].map((step) => this.attempt(step, messages, cacheUpdate)));
    void start('notify');
    // NATS' client sends what was published with the next microtask: before the audit request is even put together.
    await Promise.resolve();
    const audited = start('audit');
    // The answer waits for audit alone, so it has a head start on the cache, which only makes reads faster.
    void atMost(CACHE_WAITS_MILLISECONDS, audited).then(() => setImmediate(start, 'cache'));
    await atMost(ANSWER_WITHIN_MILLISECONDS, audited);
    // After the audit entry, so that a page that receives the change finds who made it.
    setImmediate(start, 'announce');
  }

  private async attempt(step: AfterCommitStep, ...args: Parameters<AfterCommitStep>): Promise<void> {
    try {
      await step(...args);
    } catch (error) {
      this.logger.debug({ err: error }, 'a step after a commit failed');
    }
  }
}

/** Of each topic. In between, others have a turn of the event loop: to send one takes 0.1 ms. */
const SENT_AT_ONCE = 25;
/** Entries that are sent from here: the relay delivers the others, some at a time. */
const ENTRIES_AT_MOST = 200;

/** Delivers committed messages right away; what does not arrive, the relay delivers. */
@Injectable()
export class DeliverAfterCommit {
  constructor(afterCommit: AfterCommit, delivery: Delivery) {
    afterCommit.register('notify', async (messages) => {
      const changes = messages.filter((message) => topicOf(message) === 'change');
      // What one change makes is sent here and now, with nothing in between.
      await delivery.deliver(changes.slice(0, SENT_AT_ONCE));
      for (let from = SENT_AT_ONCE; from < changes.length; from += SENT_AT_ONCE) {
        await nextTurn();
        await delivery.deliver(changes.slice(from, from + SENT_AT_ONCE));
      }
    });
    afterCommit.register('audit', async (messages) => {
      const entries = messages.filter((message) => topicOf(message) === 'audit').slice(0, ENTRIES_AT_MOST);
      for (let from = 0; from < entries.length; from += SENT_AT_ONCE)
        await delivery.deliver(entries.slice(from, from + SENT_AT_ONCE));
    });
  }
}
