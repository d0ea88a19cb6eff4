import { markHidden } from '@burgee/contracts/plain';

/** Fields with names of things, people and applications, and texts of refusals, which have names in them. */
const NAME = /^(?:name|app|key|invited_by|detail)$|_name$/;

/** An answer with the names in it as `markHidden` shows them. They may be from before names had rules. */
export function escapeNames(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(escapeNames);
  if (typeof answer !== 'object' || answer === null) return answer;
  const fields = Object.entries(answer).map(([field, value]): [string, unknown] => [
    field,
    typeof value === 'string' && NAME.test(field) ? markHidden(value) : escapeNames(value),
  ]);
  return Object.fromEntries(fields);
}
