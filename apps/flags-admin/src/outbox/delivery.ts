import { SUBJECTS } from '@burgee/contracts';
import { Messenger } from '@burgee/messaging';
import { LOGGER } from '@burgee/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { StoredFact } from '../changes/facts.js';
import { OutboxRepository } from './outbox.repository.js';
import { toAuditRecord, toFlagDeleted, toFlagUpdated, toSdkKeyChanged } from './to-message.js';

const AUDIT_ANSWERS_WITHIN_MILLISECONDS = 1_000;

/** Tells the other services what happened, and notes in the outbox whom that reached. Saying it twice does no harm. */
@Injectable()
export class Delivery {
  private noted: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly messenger: Messenger,
    private readonly outbox: OutboxRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  get possible(): boolean {
    return this.messenger.connected;
  }

  /**
   * Tells what happened. The note of it in the outbox follows by itself: losing it only repeats the telling.
   * @throws the first failure, when not all could be told
   */
  async deliver(facts: readonly StoredFact[]): Promise<void> {
    const outcomes = await Promise.allSettled(facts.map((fact) => this.tell(fact)));
    const reached = facts.filter((_, index) => outcomes[index]?.status === 'fulfilled');
    this.noted = Promise.all([this.noted, this.note(reached)]);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /** Resolves when everything told so far is noted. */
  async settled(): Promise<void> {
    await this.noted;
  }

  private async note(facts: readonly StoredFact[]): Promise<void> {
    if (facts.length === 0) return;
    await this.outbox.confirm(facts).catch((error: unknown) => this.logger.debug({ err: error }, 'left to the relay'));
  }

  /** A doorbell has reached when NATS has it; an audit entry only when audit says that it is stored. */
  private async tell(fact: StoredFact): Promise<void> {
    switch (fact.kind) {
      case 'flag_updated':
        return this.messenger.publish(SUBJECTS.flagUpdated, fact.environment_id, toFlagUpdated(fact));
      case 'flag_deleted':
        return this.messenger.publish(SUBJECTS.flagDeleted, fact.environment_id, toFlagDeleted(fact));
      case 'sdk_key_changed':
        return this.messenger.publish(SUBJECTS.sdkKeyChanged, fact.environment_id, toSdkKeyChanged(fact));
      case 'audit':
        await this.messenger.request(SUBJECTS.auditRecord, toAuditRecord(fact), AUDIT_ANSWERS_WITHIN_MILLISECONDS);
    }
  }
}
