import {
  type AuditInstanceV1,
  type AuditRecordV1,
  type AuditReferenceV1,
  type FlagUpdatedV1,
  SUBJECTS,
} from '@burgee/contracts/messages';
import { Messenger } from '@burgee/messaging';
import { inSpan } from '@burgee/process-kit';
import { Injectable } from '@nestjs/common';
import { Acknowledgements } from './acknowledgements.js';
import { type DeliveryOutcome, outcomeOf } from './delivery-outcome.js';
import type { OutboxMessage } from './outbox-message.js';
import {
  assertValid,
  isOfInstance,
  toAuditInstance,
  toAuditRecord,
  toAuditReference,
  toFlagDeleted,
  toFlagUpdated,
  toSdkKeyChanged,
} from './to-payload.js';

const AUDIT_TIMEOUT_MILLISECONDS = 1_000;
/** Longer, since audit first reads megabytes. */
const REFERENCE_TIMEOUT_MILLISECONDS = 5_000;
/** Room for headers and the envelope of a request. */
const RESERVED_BYTES = 1_024;

const batchOf = ({ length }: readonly OutboxMessage[]) => ({ 'messaging.batch.message_count': length });

/**
 * Sends messages to the other services and acknowledges the delivered ones in the outbox. Sending twice does no harm.
 */
@Injectable()
export class Delivery {
  constructor(
    private readonly messenger: Messenger,
    private readonly acknowledgements: Acknowledgements,
  ) {}

  get connected(): boolean {
    return this.messenger.connected;
  }

  /** @throws the first failure when some were not delivered; the others are still acknowledged */
  async deliver(messages: readonly OutboxMessage[]): Promise<void> {
    if (messages.length === 0) return;
    const outcomes = await inSpan('deliver outbox messages', { kind: 'internal', attributes: batchOf(messages) }, () =>
      Promise.allSettled(messages.map((message) => this.send(message))),
    );
    this.acknowledgements.add(messages.filter((_, index) => outcomes[index]?.status === 'fulfilled'));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /** Delivers a message read from the outbox, even from a corrupt row. Never throws. */
  async redeliver(message: OutboxMessage): Promise<DeliveryOutcome> {
    try {
      assertValid(message);
      const options = { kind: 'internal', parent: message.traceparent ?? null } as const;
      await inSpan('redeliver outbox message', options, () => this.deliver([message]));
      return { kind: 'delivered' };
    } catch (error) {
      return outcomeOf(error);
    }
  }

  /** Resolves when everything delivered so far is acknowledged. */
  flush(): Promise<void> {
    return this.acknowledgements.flush();
  }

  /** A change notification is delivered once NATS has it; an audit message once audit replies that it is stored. */
  private async send(message: OutboxMessage): Promise<void> {
    switch (message.kind) {
      case 'flag_updated':
        return this.publishUpdate(message.environment_id, toFlagUpdated(message));
      case 'flag_deleted':
        return this.messenger.publish(SUBJECTS.flagDeleted, message.environment_id, toFlagDeleted(message));
      case 'sdk_key_changed':
        return this.messenger.publish(SUBJECTS.sdkKeyChanged, message.environment_id, toSdkKeyChanged(message));
      case 'audit':
        return isOfInstance(message)
          ? this.recordOfInstance(toAuditInstance(message))
          : this.record(toAuditRecord(message), toAuditReference(message));
    }
  }

  /** Leaves the flag out when the message would be too large: gateways read it from Postgres in any case. */
  private publishUpdate(environmentId: string, update: FlagUpdatedV1): void {
    const { flag: _inPostgres, ...small } = update;
    const fits = travelsWhole(update, this.messenger.maxPayload);
    this.messenger.publish(SUBJECTS.flagUpdated, environmentId, fits ? update : small);
  }

  /** Its size is bounded, so it fits into any NATS message. */
  private async recordOfInstance(record: AuditInstanceV1): Promise<void> {
    await this.messenger.request(SUBJECTS.auditInstance, record, AUDIT_TIMEOUT_MILLISECONDS);
  }

  private async record(record: AuditRecordV1, reference: AuditReferenceV1): Promise<void> {
    if (travelsWhole(record, this.messenger.maxPayload))
      await this.messenger.request(SUBJECTS.auditRecord, record, AUDIT_TIMEOUT_MILLISECONDS);
    else await this.messenger.request(SUBJECTS.auditReference, reference, REFERENCE_TIMEOUT_MILLISECONDS);
  }
}

/** Whether a payload is sent whole, or by reference because it exceeds NATS' limit. @param maxPayload bytes */
export function travelsWhole(payload: object, maxPayload: number): boolean {
  return Buffer.byteLength(JSON.stringify(payload)) + RESERVED_BYTES <= maxPayload;
}
