import type { Outcome } from '../outcome.js';
import { withDatabase } from '../owner-connection.js';
import { type Account, findColliding } from './find-colliding.js';

/** Spellings that look alike differ in this form. */
const escaped = (text: string) =>
  text.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The accounts that are one email address in several spellings. */
export async function listCollidingAccounts(): Promise<Outcome> {
  const { rows } = await withDatabase((client) =>
    client.query<Account>('select id, email, created_at from auth.users'),
  );
  const groups = findColliding(rows);
  const lines = groups.flatMap((group) => [
    '',
    ...group.map(({ id, email, created_at }) => `${id}  ${created_at.toISOString()}  ${email}  ${escaped(email)}`),
  ]);
  return {
    lines: [...lines, '', `Addresses with more than one account: ${groups.length}`],
    facts: { addresses: groups },
  };
}
