import { setImmediate as nextTurn } from 'node:timers/promises';
import { Delivery, type OutboxMessage, topicOf } from '@burgee/outbox';
import { metrics } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit/plain';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';

/** patch: build the next flag set from the previous one. evict: let the next reader build it. */
export type CacheUpdate = 'patch' | 'evict';

/**
 * Runs after a commit, with the committed messages. It may fail: the relay delivers later, and readers use Postgres.
 */
export type AfterCommitStep = (messages: readonly OutboxMessage[], cacheUpdate: CacheUpdate) => Promise<void> | void;

/**
 * When a step runs, in this order:
 * - notify: at once, in the background.
 * - audit: next. The response waits for it, up to 250 ms.
 * - cache: when audit has finished, or after 10 ms, in the background.
 * - announce: when the wait for audit is over, in the background.
 * The last two yield to the response first.
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

/** Counts the changes that these messages record. */
function countChanges(messages: readonly OutboxMessage[]): void {
  for (const message of messages) if (message.kind === 'audit') changes.inc({ action: message.payload.action });
}

/** Resolves when `work` settles, or after `ms`. */
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

/** The steps after each commit. Modules register them at the start. A step can neither fail nor block the write. */
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

  /** Resolves when the audit entry is stored or has timed out, and `announce` has started. */
  async run(messages: readonly OutboxMessage[], cacheUpdate: CacheUpdate): Promise<void> {
    countChanges(messages);
    const start = (phase: AfterCommitPhase) =>
      Promise.all(this.steps[phase].map((step) => this.attempt(step, messages, cacheUpdate)));
    void start('notify');
    // The NATS client sends published messages in the next microtask, before the audit request is even built.
    await Promise.resolve();
    const audited = start('audit');
    // The response waits only for audit, so audit gets a head start on the cache, which only makes reads faster.
    void atMost(CACHE_WAITS_MILLISECONDS, audited).then(() => setImmediate(start, 'cache'));
    await atMost(ANSWER_WITHIN_MILLISECONDS, audited);
    // After the audit entry, so that a page that receives the change can read its author.
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

/** Limits each topic. Publishing takes 0.1 ms, so the loop yields in between. */
const SENT_AT_ONCE = 25;
/** Entries that are sent from here. The relay delivers the rest in batches. */
const ENTRIES_AT_MOST = 200;

/** Delivers committed messages at once. The relay delivers failed messages later. */
@Injectable()
export class DeliverAfterCommit {
  constructor(afterCommit: AfterCommit, delivery: Delivery) {
    afterCommit.register('notify', async (messages) => {
      const changes = messages.filter((message) => topicOf(message) === 'change');
      // The messages of a small change are sent without yielding.
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
