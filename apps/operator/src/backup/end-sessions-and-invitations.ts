import type pg from 'pg';

/** Ends all sessions, tokens, invitations and links: the restore would reopen those closed after the moment it restores. */
export async function endSessionsAndInvitations(client: pg.ClientBase): Promise<void> {
  await client.query('delete from auth.sessions');
  await client.query('delete from flags.invitations');
  await client.query('delete from auth.links');
  // Histories name the others.
  await client.query('update auth.tokens set revoked_at = now() where revoked_at is null');
  // They may have been sent already.
  await client.query('delete from auth.mails');
}
