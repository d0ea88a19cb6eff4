import { setTimeout as delay } from 'node:timers/promises';
import { Messenger } from '@burgee/messaging';
import { failpoint, isDatabaseUnavailable } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit/plain';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { type OutboxMessage, topicOf } from './outbox-message.js';
import { OutboxRepository } from './outbox.repository.js';

/** Shorter than the time that the relay leaves to the write itself, so that what is acknowledged here is not sent again. */
const BATCH_MILLISECONDS = 50;
const NATS_TIMEOUT_MILLISECONDS = 1_000;
/** Where more statements of one batch fail, it is Postgres that does. */
const FAILURES_AT_MOST = 5;

/** Records in the outbox what has been delivered, a moment later and many at once: no write waits for it. */
@Injectable()
export class Acknowledgements implements OnModuleDestroy {
  private pending: OutboxMessage[] = [];
  private scheduled = false;
  private written: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly outbox: OutboxRepository,
    private readonly messenger: Messenger,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  add(messages: readonly OutboxMessage[]): void {
    this.pending.push(...messages);
    if (this.scheduled || messages.length === 0) return;
    this.scheduled = true;
    this.written = Promise.all([this.written, this.writeSoon()]);
  }

  /** Resolves when everything added so far is recorded, or recording it has failed. */
  async flush(): Promise<void> {
    await this.written;
  }

  onModuleDestroy(): Promise<void> {
    return this.flush();
  }

  private async writeSoon(): Promise<void> {
    await delay(BATCH_MILLISECONDS);
    this.scheduled = false;
    const messages = this.pending;
    this.pending = [];
    failpoint('before-acknowledge');
    const failures = { left: FAILURES_AT_MOST };
    for (const part of acknowledgementParts(await this.confirmedByNats(messages))) await this.write(part, failures);
  }

  /** What fails is tried again by tenant, so that nobody's waits for what cannot be recorded of another. */
  private async write(messages: OutboxMessage[], failures: { left: number }): Promise<void> {
    if (failures.left === 0) return;
    try {
      await this.outbox.acknowledge(messages);
    } catch (error) {
      failures.left--;
      const tenants = byTenant(messages);
      const facts = { err: error, messages: messages.length, tenants: tenants.length };
      // An outage is logged once, by whoever watches the database.
      if (!isDatabaseUnavailable(error))
        this.logger.warn(facts, 'acknowledging messages failed, the relay sends again what stays in the outbox');
      if (tenants.length > 1) for (const ofTenant of tenants) await this.write(ofTenant, failures);
    }
  }

  /** Audit has replied. Change notifications are only known to have left this process; one flush confirms them all. */
  private async confirmedByNats(messages: OutboxMessage[]): Promise<OutboxMessage[]> {
    const audits = messages.filter((message) => topicOf(message) === 'audit');
    if (audits.length === messages.length) return messages;
    try {
      await this.messenger.flush(NATS_TIMEOUT_MILLISECONDS);
      return messages;
    } catch (error) {
      this.logger.debug({ err: error }, 'nats did not confirm change notifications, the relay sends them again');
      return audits;
    }
  }
}

/** Each may be stored once more for each of many webhooks, and a statement ends after two seconds. */
export const AT_ONCE = { messages: 100, bytes: 256 * 1024 };

/** The messages of each project; a change notification says of its environment alone whose it is. */
function byTenant(messages: readonly OutboxMessage[]): OutboxMessage[][] {
  const tenants = new Map<string, OutboxMessage[]>();
  for (const message of messages) {
    const tenant = message.kind === 'audit' ? message.payload.project_id : message.environment_id;
    const ofTenant = tenants.get(tenant);
    if (ofTenant) ofTenant.push(message);
    else tenants.set(tenant, [message]);
  }
  return [...tenants.values()];
}

/**
 * What one statement acknowledges: a bounded number of messages and bytes, or one message. Those of a tenant with few come first, so that
 * nobody waits for the import of another. Each part is made when it is asked for: to measure all of them takes long.
 */
export function* acknowledgementParts(messages: readonly OutboxMessage[]): Generator<OutboxMessage[]> {
  let part: OutboxMessage[] = [];
  let bytes = 0;
  for (const message of byTenant(messages)
    .toSorted((a, b) => a.length - b.length)
    .flat()) {
    const ofMessage = message.kind === 'audit' ? Buffer.byteLength(JSON.stringify(message.payload)) : 0;
    if (part.length === AT_ONCE.messages || (part.length > 0 && bytes + ofMessage > AT_ONCE.bytes)) {
      yield part;
      [part, bytes] = [[], 0];
    }
    part.push(message);
    bytes += ofMessage;
  }
  if (part.length > 0) yield part;
}
