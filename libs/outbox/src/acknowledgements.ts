import { setTimeout as delay } from 'node:timers/promises';
import { Messenger } from '@burgee/messaging';
import { failpoint, isDatabaseUnavailable } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit/plain';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { type OutboxMessage, topicOf } from './outbox-message.js';
import { OutboxRepository } from './outbox.repository.js';

/**
 * Shorter than the time that the relay leaves to the write itself, so that messages acknowledged here are not sent
 * again.
 */
const BATCH_MILLISECONDS = 50;
const NATS_TIMEOUT_MILLISECONDS = 1_000;
/** More failed statements per batch mean that Postgres is down. */
const FAILURES_AT_MOST = 5;

/** Records deliveries in the outbox, in batches and with a delay: no write waits for it. */
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

  /** Resolves when everything added so far is recorded, or recording has failed. */
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

  /** Retries a failed batch by tenant, so that one tenant's failure does not block others. */
  private async write(messages: OutboxMessage[], failures: { left: number }): Promise<void> {
    if (failures.left === 0) return;
    try {
      await this.outbox.acknowledge(messages);
    } catch (error) {
      failures.left--;
      const tenants = byTenant(messages);
      const facts = { err: error, messages: messages.length, tenants: tenants.length };
      // An outage is logged once, by the database's own monitor.
      if (!isDatabaseUnavailable(error))
        this.logger.warn(facts, 'acknowledging messages failed, the relay sends again what stays in the outbox');
      if (tenants.length > 1) for (const ofTenant of tenants) await this.write(ofTenant, failures);
    }
  }

  /** Audit has replied. Change notifications have only left this process; one flush confirms all of them. */
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

/** Each message may be stored again for each of many webhooks, and a statement times out after two seconds. */
export const AT_ONCE = { messages: 100, bytes: 256 * 1024 };

/**
 * The messages of each project. A change notification names only its environment, which then stands for the project.
 */
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
 * Splits messages into statements of a bounded number and size, or one message. Tenants with few messages come first,
 * so that none waits for another's import. Parts are built one by one, since measuring all of them takes long.
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
