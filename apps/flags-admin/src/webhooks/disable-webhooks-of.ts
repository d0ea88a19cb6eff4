import type { Change } from '../unit-of-work/change.js';

/**
 * Disables the webhooks of a member who is no longer an admin, and who knows their secrets or chose their addresses. Also
 * those disabled for another reason, because enabling keeps the secret. A previous secret that the member knows stops
 * signing at once: its webhook may be another person's by now.
 */
export async function disableWebhooksOf(change: Change, projectId: string, userId: string): Promise<void> {
  const [webhooks] = await change.manager.sql<[{ name: string }[], number]>`
    update flags.webhooks
    set disabled_at = coalesce(disabled_at, clock_timestamp()), disabled_reason = 'author', failing_since = null
    where project_id = ${projectId} and ${userId}::uuid in (created_by, url_set_by)
      and disabled_reason is distinct from 'author'
    returning name`;
  for (const { name } of webhooks)
    change.audit({
      action: 'webhook_disable',
      project_id: projectId,
      old_values: null,
      new_values: { name, reason: 'author' },
    });
  const [graces] = await change.manager.sql<[{ name: string }[], number]>`
    update flags.webhooks
    set previous_secret = null, previous_secret_expires_at = null, previous_created_by = null
    where project_id = ${projectId} and previous_created_by = ${userId}::uuid and previous_secret_expires_at > clock_timestamp()
    returning name`;
  for (const { name } of graces)
    change.audit({
      action: 'webhook_update',
      project_id: projectId,
      old_values: { name },
      new_values: { name, previous_secret_expires_at: null },
    });
}
