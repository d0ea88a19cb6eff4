import type { DeadLetter, Redelivery } from '@burgee/outbox';

/** One line per message: id, time, subject, and the reason for the refusal. */
export function describeDeadLetters(messages: readonly DeadLetter[]): string {
  if (messages.length === 0) return 'No message is dead-lettered.';
  return messages
    .map(({ event_id, created_at, kind, action, project_id, last_error }) => {
      const about = [kind, action, project_id && `project ${project_id}`].filter(Boolean).join(' ');
      return `${event_id}  ${created_at.toISOString()}  ${about}  ${last_error ?? 'refused'}`;
    })
    .join('\n');
}

const RESULTS: Record<Redelivery['outcome'], (lastError: string | null) => string> = {
  delivered: () => 'delivered',
  refused: (lastError) => `refused again: ${lastError ?? 'no reason given'}`,
  waiting: (lastError) => `not delivered yet, Burgee goes on trying${lastError ? `: ${lastError}` : ''}`,
};

/** One line per released message: its id and its outcome. */
export function describeRedeliveries(redeliveries: readonly Redelivery[]): string {
  if (redeliveries.length === 0) return 'No message is dead-lettered.';
  return redeliveries
    .map(({ event_id, outcome, last_error }) => `${event_id}  ${RESULTS[outcome](last_error)}`)
    .join('\n');
}
