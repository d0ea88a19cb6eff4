import type pg from 'pg';

/** Ends all sessions, invitations and links: the restore would reopen those closed after the moment it restores. */
export async function endSessionsAndInvitations(client: pg.ClientBase): Promise<void> {
  await client.query('delete from auth.sessions');
  await client.query('delete from flags.invitations');
  await client.query('delete from auth.links');
  // They may have been sent already.
  await client.query('delete from auth.mails');
}
