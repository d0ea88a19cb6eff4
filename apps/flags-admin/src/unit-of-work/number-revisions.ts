import { makesRevision, type NewOutboxMessage } from '@burgee/outbox/message';

interface Numbered {
  /** By environment, how many revisions it gets. */
  counts: Map<string, number>;
  /** Of each message, which of these it makes; null if it makes none. */
  steps: (number | null)[];
  /** Of each audit message, which of these the change made that it tells of; null if that made none. */
  told: (number | null)[];
  /** Of each message that makes a revision, the audit message that tells of it; undefined for others. */
  tellers: (AuditMessage | undefined)[];
}

type AuditMessage = Extract<NewOutboxMessage, { kind: 'audit' }>;

/** Numbers the changes of each environment 1, 2, 3 … in their order: the revisions that they make after its present one. */
export function numberRevisions(messages: readonly NewOutboxMessage[]): Numbered {
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
  const told = messages.map((message) =>
    message.kind === 'audit'
      ? (ofFlag.get(`${message.payload.environment_id} ${message.payload.flag_id}`) ?? null)
      : null,
  );
  return { counts, steps, told, tellers: tellersOf(messages) };
}

/** An entry that names the environment tells of its change alone; one that names none, of all changes of its flag. */
function tellersOf(messages: readonly NewOutboxMessage[]): (AuditMessage | undefined)[] {
  const tellers = new Map<string, AuditMessage>();
  for (const message of messages)
    if (message.kind === 'audit') tellers.set(`${message.payload.environment_id} ${message.payload.flag_id}`, message);
  return messages.map((message) =>
    message.kind === 'flag_updated' || message.kind === 'flag_deleted'
      ? (tellers.get(`${message.environment_id} ${message.payload.flag_id}`) ??
        tellers.get(`null ${message.payload.flag_id}`))
      : undefined,
  );
}
