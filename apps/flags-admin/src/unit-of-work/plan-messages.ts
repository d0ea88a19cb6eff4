import { makesRevision, type NewOutboxMessage } from '@burgee/outbox/message';

interface NumberedMessages {
  /** By environment, its number of new revisions. */
  counts: Map<string, number>;
  /** For each message, its number among these revisions, or null if it creates none. */
  steps: (number | null)[];
  /** For each audit message, the number of the change that it is about, or null if that created none. */
  audited: (number | null)[];
  /** For each message with a revision, the audit message about it. Undefined for others. */
  entries: (AuditMessage | undefined)[];
}

type AuditMessage = Extract<NewOutboxMessage, { kind: 'audit' }>;

/** Numbers the changes of each environment 1, 2, 3 … in order: the revisions after its present one. */
export function numberRevisions(messages: readonly NewOutboxMessage[]): NumberedMessages {
  const counts = new Map<string, number>();
  const ofFlag = new Map<string, number>();
  const steps = messages.map((message) => {
    if (!makesRevision(message)) return null;
    const { environment_id: id, payload } = message as Extract<NewOutboxMessage, { kind: 'flag_updated' }>;
    const step = (counts.get(id) ?? 0) + 1;
    counts.set(id, step);
    ofFlag.set(`${id} ${payload.flag_id}`, step);
    return step;
  });
  const audited = messages.map((message) =>
    message.kind === 'audit'
      ? (ofFlag.get(`${message.payload.environment_id} ${message.payload.flag_id}`) ?? null)
      : null,
  );
  return { counts, steps, audited, entries: auditedBy(messages) };
}

/** An entry with an environment is about the change in it. An entry without is about all changes of its flag. */
function auditedBy(messages: readonly NewOutboxMessage[]): (AuditMessage | undefined)[] {
  const entries = new Map<string, AuditMessage>();
  for (const message of messages)
    if (message.kind === 'audit') entries.set(`${message.payload.environment_id} ${message.payload.flag_id}`, message);
  return messages.map((message) =>
    message.kind === 'flag_updated' || message.kind === 'flag_deleted'
      ? (entries.get(`${message.environment_id} ${message.payload.flag_id}`) ??
        entries.get(`null ${message.payload.flag_id}`))
      : undefined,
  );
}

/** Small enough that this process handles one statement quickly. */
const MESSAGES_AT_ONCE = 250;

/** In order. A flag's changes stay with their entries, because an entry names its revision. */
export function batchesOf(messages: readonly NewOutboxMessage[], atOnce = MESSAGES_AT_ONCE): NewOutboxMessage[][] {
  const batches: NewOutboxMessage[][] = [];
  let batch: NewOutboxMessage[] = [];
  for (const message of messages) {
    const begins = message.kind !== 'audit' && batch.at(-1)?.kind === 'audit';
    if (batch.length >= atOnce && begins) batch = [];
    if (batch.length === 0) batches.push(batch);
    batch.push(message);
  }
  return batches;
}
