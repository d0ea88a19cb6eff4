import type pg from 'pg';

/** Ends all sessions and invitations: the restore would reopen those closed after the moment it restores. */
export async function endSessionsAndInvitations(client: pg.ClientBase): Promise<void> {
  await client.query('delete from auth.sessions');
  await client.query('delete from flags.invitations');
}
