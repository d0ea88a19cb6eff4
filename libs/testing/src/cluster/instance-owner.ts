import { aUser, PASSWORD, type User } from '../builders.js';
import { TestClient } from '../http/test-client.js';
import { queryDatabase } from './databases.js';
import { INSTANCE_OWNER_ID } from './shared-cluster.js';

const EMAIL = 'instance-owner@example.com';

/** The owner of the shared cluster, signed in. A made-up id cannot be registered, so the row is a copy of another account's. */
export async function anInstanceOwner(base: string): Promise<User> {
  const { id } = await aUser(base);
  await queryDatabase(
    `insert into auth.users (id, name, email, email_key, password_hash)
     select $1, 'Olga', $2, $2, password_hash from auth.users where id = $3 on conflict do nothing`,
    [INSTANCE_OWNER_ID, EMAIL, id],
  );
  const client = new TestClient(base);
  const { status, text } = await client.post('/api/auth/login', { email: EMAIL, password: PASSWORD });
  if (status !== 200) throw new Error(`login answered ${status}: ${text}`);
  return { client, id: INSTANCE_OWNER_ID, name: 'Olga', email: EMAIL };
}

/** An account that administers the shared cluster, signed in. */
export async function anAdministrator(base: string): Promise<User> {
  const user = await aUser(base);
  await queryDatabase('update auth.users set administrator_since = now() where id = $1', [user.id]);
  return user;
}
