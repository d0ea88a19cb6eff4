import { notFound } from '@burgee/service-kit';
import type { EntityManager } from 'typeorm';
import type { SealedSecret } from './webhook-secret-vault.js';
import type { WebhookRow } from './webhook-row.js';

/** Raw SQL text: constants of this file. */
const COLUMNS = () => `id, name, url, format, environment_ids, actions, created_at, failing_since, disabled_at,
  disabled_reason, previous_secret_expires_at`;

/** The fields of a webhook that users set. */
export type WebhookValues = Pick<
  WebhookRow,
  'name' | 'url' | 'format' | 'environment_ids' | 'actions' | 'failing_since' | 'disabled_at' | 'disabled_reason'
>;

/** Oldest first. */
export function listWebhooks(manager: EntityManager, projectId: string): Promise<WebhookRow[]> {
  return manager.sql<WebhookRow[]>`
    select ${COLUMNS} from flags.webhooks where project_id = ${projectId} order by created_at, id`;
}

/** A webhook of this project. @throws not_found */
export async function readWebhook(manager: EntityManager, projectId: string, id: string): Promise<WebhookRow> {
  const rows = await manager.sql<WebhookRow[]>`
    select ${COLUMNS} from flags.webhooks where project_id = ${projectId} and id = ${id}`;
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** The same, locked until the transaction ends. @throws not_found */
export async function lockWebhook(manager: EntityManager, projectId: string, id: string): Promise<WebhookRow> {
  const rows = await manager.sql<WebhookRow[]>`
    select ${COLUMNS} from flags.webhooks where project_id = ${projectId} and id = ${id} for no key update`;
  if (!rows[0]) throw notFound();
  return rows[0];
}

export async function insertWebhook(
  manager: EntityManager,
  { id, projectId, ciphertext }: { id: string; projectId: string } & Pick<SealedSecret, 'ciphertext'>,
  { name, url, format, environment_ids, actions }: WebhookValues,
): Promise<void> {
  await manager.sql`
    insert into flags.webhooks (id, project_id, name, url, format, environment_ids, actions, secret)
    values (${id}, ${projectId}, ${name}, ${url}, ${format}, ${environment_ids}::uuid[], ${actions}::text[], ${ciphertext})`;
}

export async function updateWebhook(
  manager: EntityManager,
  id: string,
  { name, url, format, environment_ids, actions, failing_since, disabled_at, disabled_reason }: WebhookValues,
): Promise<void> {
  await manager.sql`
    update flags.webhooks
    set name = ${name}, url = ${url}, format = ${format}, environment_ids = ${environment_ids}::uuid[],
        actions = ${actions}::text[], failing_since = ${failing_since}, disabled_at = ${disabled_at},
        disabled_reason = ${disabled_reason}
    where id = ${id}`;
}

/** Sets a new secret. The old one also signs for this many seconds. */
export async function replaceSecret(
  manager: EntityManager,
  id: string,
  ciphertext: Buffer,
  graceSeconds: number,
): Promise<void> {
  await manager.sql`
    update flags.webhooks
    set previous_secret = case when ${graceSeconds}::int > 0 then secret end,
        previous_secret_expires_at = case when ${graceSeconds}::int > 0
          then clock_timestamp() + make_interval(secs => ${graceSeconds}::int) end,
        secret = ${ciphertext}
    where id = ${id}`;
}

export async function deleteWebhook(manager: EntityManager, id: string): Promise<void> {
  await manager.sql`delete from flags.webhooks where id = ${id}`;
}
