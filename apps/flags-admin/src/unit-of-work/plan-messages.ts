import { makesRevision, type NewOutboxMessage } from '@burgee/outbox/message';

interface NumberedMessages {
  /** By environment, how many revisions it gets. */
  counts: Map<string, number>;
  /** Of each message, which of these it makes; null if it makes none. */
  steps: (number | null)[];
  /** Of each audit message, which of these the change made that it is about; null if that made none. */
  audited: (number | null)[];
  /** Of each message that makes a revision, the audit message about it; undefined for others. */
  entries: (AuditMessage | undefined)[];
}

type AuditMessage = Extract<NewOutboxMessage, { kind: 'audit' }>;

/** Numbers the changes of each environment 1, 2, 3 … in their order: the revisions that they make after its present one. */
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

/** An entry that names the environment is about its change alone; one that names none, about all changes of its flag. */
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

/** Few enough that one statement of them is a moment for this process. */
const MESSAGES_AT_ONCE = 250;

/** In their order. A flag's changes and the entries about them are together: an entry names the revision that it is about. */
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
