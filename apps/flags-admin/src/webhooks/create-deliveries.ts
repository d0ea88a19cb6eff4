/** How long after its event a delivery is retried. */
export const RETRIED_FOR_HOURS = 24;
/** Standard Webhooks advises less than 20 kB. Larger messages are sent without the values, which the history has. */
export const VALUES_BYTES_AT_MOST = 16_000;

/**
 * Parts of the statement that deletes audit messages from the outbox after audit has stored them. So each message
 * creates one delivery for each matching webhook, however often it is acknowledged, and the change itself does no work
 * for webhooks.
 *
 * The statement does not wait for a webhook that is being deleted. Messages of its project stay until the deletion has
 * committed or rolled back. The lock is the one of the foreign key, which is compatible with every other change of a
 * webhook.
 */
export const CREATE_DELIVERIES = {
  hold: `
  wanting as (
    select id, project_id, environment_ids, actions, created_at from flags.webhooks
    where disabled_at is null and project_id in (select project_id from arrived)
    for key share skip locked),
  held as (
    select arrived.event_id from arrived join flags.webhooks w on w.project_id = arrived.project_id
    where w.disabled_at is null and not exists (select from wanting where wanting.id = w.id))`,
  consume: `
  insert into flags.webhook_deliveries (webhook_id, account_id, event_id, type, payload, occurred_at, retry_until)
  select w.id, coalesce(p.created_by, p.id), spent.event_id, spent.payload ->> 'action',
         case when spent.payload_bytes <= ${VALUES_BYTES_AT_MOST} then spent.payload
              else (spent.payload - 'old_values' - 'new_values') || '{"values_omitted": true}' end,
         spent.created_at, clock_timestamp() + interval '${RETRIED_FOR_HOURS} hours'
  from spent join wanting w on w.project_id = (spent.payload ->> 'project_id')::uuid
    join flags.projects p on p.id = w.project_id
  where w.created_at <= spent.created_at
    and (w.actions = '{}' or spent.payload ->> 'action' = any(w.actions))
    and (w.environment_ids = '{}' or spent.payload ->> 'environment_id' = any(w.environment_ids::text[])
         or (spent.payload ->> 'environment_id' is null and spent.payload ->> 'flag_id' is not null))
  on conflict do nothing`,
};
