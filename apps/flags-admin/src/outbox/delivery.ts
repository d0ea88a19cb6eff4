import { SUBJECTS } from '@burgee/contracts';
import { Messenger } from '@burgee/messaging';
import { Injectable } from '@nestjs/common';
import type { StoredFact } from '../changes/facts.js';
import { Confirmations } from './confirmations.js';
import { type Outcome, outcomeOf } from './outcome.js';
import { assertSendable, toAuditRecord, toFlagDeleted, toFlagUpdated, toSdkKeyChanged } from './to-message.js';

const AUDIT_ANSWERS_WITHIN_MILLISECONDS = 1_000;

/** Tells the other services what happened, and notes in the outbox whom that reached. Saying it twice does no harm. */
@Injectable()
export class Delivery {
  constructor(
    private readonly messenger: Messenger,
    private readonly confirmations: Confirmations,
  ) {}

  get possible(): boolean {
    return this.messenger.connected;
  }

  /** @throws the first failure, when not all could be told; what could is noted all the same */
  async deliver(facts: readonly StoredFact[]): Promise<void> {
    const outcomes = await Promise.allSettled(facts.map((fact) => this.tell(fact)));
    this.confirmations.add(facts.filter((_, index) => outcomes[index]?.status === 'fulfilled'));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /** Tells a fact that was read from the outbox, whatever it may be, and says what became of that. */
  async repeat(fact: StoredFact): Promise<Outcome> {
    try {
      assertSendable(fact);
      await this.deliver([fact]);
      return { kind: 'told' };
    } catch (error) {
      return outcomeOf(error);
    }
  }

  /** Resolves when everything told so far is noted. */
  settled(): Promise<void> {
    return this.confirmations.settled();
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
