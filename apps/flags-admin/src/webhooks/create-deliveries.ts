/** Until a delivery is given up, after what it tells of. */
export const RETRIED_FOR_HOURS = 24;
/** Standard Webhooks advises less than 20 kB. What is larger is sent without the values, which the history has. */
export const VALUES_BYTES_AT_MOST = 16_000;

/**
 * Part of the statement that deletes audit messages from the outbox, where audit has them: so each makes one delivery of each
 * webhook that wants it, whoever acknowledges it and however often, and the change itself does nothing for webhooks.
 */
export const CREATE_DELIVERIES = `
  insert into flags.webhook_deliveries (webhook_id, account_id, event_id, type, payload, occurred_at, retry_until)
  select w.id, coalesce(p.created_by, p.id), spent.event_id, spent.payload ->> 'action',
         case when spent.payload_bytes <= ${VALUES_BYTES_AT_MOST} then spent.payload
              else (spent.payload - 'old_values' - 'new_values') || '{"values_omitted": true}' end,
         spent.created_at, clock_timestamp() + interval '${RETRIED_FOR_HOURS} hours'
  from spent join flags.webhooks w on w.project_id = (spent.payload ->> 'project_id')::uuid
    join flags.projects p on p.id = w.project_id
  where w.disabled_at is null and w.created_at <= spent.created_at
    and (w.actions = '{}' or spent.payload ->> 'action' = any(w.actions))
    and (w.environment_ids = '{}' or spent.payload ->> 'environment_id' = any(w.environment_ids::text[])
         or (spent.payload ->> 'environment_id' is null and spent.payload ->> 'flag_id' is not null))
  on conflict do nothing`;
