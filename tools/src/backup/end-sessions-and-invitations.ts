import type pg from 'pg';

/** Ends sessions and invitations. One that was signed out, used or withdrawn after the moment that is restored would be open again. */
export async function endSessionsAndInvitations(client: pg.ClientBase): Promise<void> {
  await client.query('delete from auth.sessions');
  await client.query('delete from flags.invitations');
}
