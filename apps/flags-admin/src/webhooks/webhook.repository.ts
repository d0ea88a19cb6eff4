import { notFound } from '@burgee/service-kit';
import type { EntityManager } from 'typeorm';
import type { SealedSecret } from './webhook-secret-vault.js';
import type { WebhookRow } from './webhook-row.js';

/** Raw SQL text: constants of this file. */
const COLUMNS = () => `id, name, url, format, environment_ids, actions, created_at, failing_since, disabled_at,
  disabled_reason, previous_secret_expires_at, created_by, url_set_by,
  (select u.name from session_read.user_v1 u where u.user_id = created_by) as created_by_name`;

/** The fields of a webhook that users set. */
export type WebhookValues = Pick<
  WebhookRow,
  | 'name'
  | 'url'
  | 'format'
  | 'environment_ids'
  | 'actions'
  | 'failing_since'
  | 'disabled_at'
  | 'disabled_reason'
  | 'url_set_by'
>;

/** What a new secret changes. */
export interface Rotation extends Pick<WebhookRow, 'created_by' | 'url_set_by'> {
  graceSeconds: number;
  /** Whether it enables a webhook that had lost its author. */
  vouches: boolean;
}

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
  createdBy: string,
  { name, url, format, environment_ids, actions, url_set_by }: WebhookValues,
): Promise<void> {
  await manager.sql`
    insert into flags.webhooks (id, project_id, name, url, format, environment_ids, actions, secret, created_by, url_set_by)
    values (${id}, ${projectId}, ${name}, ${url}, ${format}, ${environment_ids}::uuid[], ${actions}::text[], ${ciphertext},
            ${createdBy}, ${url_set_by})`;
}

export async function updateWebhook(manager: EntityManager, id: string, values: WebhookValues): Promise<void> {
  const { name, url, format, environment_ids, actions, failing_since, disabled_at, disabled_reason, url_set_by } =
    values;
  await manager.sql`
    update flags.webhooks
    set name = ${name}, url = ${url}, format = ${format}, environment_ids = ${environment_ids}::uuid[],
        actions = ${actions}::text[], failing_since = ${failing_since}, disabled_at = ${disabled_at},
        disabled_reason = ${disabled_reason}, url_set_by = ${url_set_by}
    where id = ${id}`;
}

/** Sets a new secret, and whose webhook it is. The old secret also signs for this many seconds. */
export async function replaceSecret(
  manager: EntityManager,
  id: string,
  ciphertext: Buffer,
  { graceSeconds, created_by, url_set_by, vouches }: Rotation,
): Promise<void> {
  await manager.sql`
    update flags.webhooks
    set previous_secret = case when ${graceSeconds}::int > 0 then secret end,
        previous_secret_expires_at = case when ${graceSeconds}::int > 0
          then clock_timestamp() + make_interval(secs => ${graceSeconds}::int) end,
        previous_created_by = case when ${graceSeconds}::int > 0 then created_by end,
        secret = ${ciphertext}, created_by = ${created_by}, url_set_by = ${url_set_by},
        failing_since = case when not ${vouches}::boolean then failing_since end,
        disabled_at = case when not ${vouches}::boolean then disabled_at end,
        disabled_reason = case when not ${vouches}::boolean then disabled_reason end
    where id = ${id}`;
}

export async function deleteWebhook(manager: EntityManager, id: string): Promise<void> {
  await manager.sql`delete from flags.webhooks where id = ${id}`;
}
