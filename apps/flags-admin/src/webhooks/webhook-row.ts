import type { WebhookDisabledReason, WebhookFormat, WebhookView } from '@burgee/contracts/http';
import type { AuditAction, AuditValues } from '@burgee/contracts/wire';

/** A stored webhook without its secrets. */
export interface WebhookRow {
  id: string;
  name: string;
  url: string;
  format: WebhookFormat;
  environment_ids: string[];
  actions: AuditAction[];
  created_at: Date;
  failing_since: Date | null;
  disabled_at: Date | null;
  disabled_reason: WebhookDisabledReason | null;
  previous_secret_expires_at: Date | null;
  /** Who has seen the secret. */
  created_by: string | null;
  created_by_name: string | null;
  url_set_by: string | null;
}

const time = (at: Date | null) => at?.toISOString() ?? null;

export function toWebhookView(row: WebhookRow, now = new Date()): WebhookView {
  const { created_at, failing_since, disabled_at, previous_secret_expires_at: grace, ...same } = row;
  return {
    ...same,
    is_enabled: disabled_at === null,
    disabled_at: time(disabled_at),
    failing_since: time(failing_since),
    previous_secret_expires_at: grace && grace > now ? time(grace) : null,
    created_at: created_at.toISOString(),
  };
}

/**
 * The values of a webhook in audit entries. Only the host of its URL, because the rest may be a secret, as in Slack's
 * URLs.
 */
export function webhookAuditValues(row: WebhookRow): NonNullable<AuditValues> {
  const { name, url, format, environment_ids, actions, disabled_at } = row;
  return { name, host: new URL(url).host, format, environment_ids, actions, is_enabled: disabled_at === null };
}
