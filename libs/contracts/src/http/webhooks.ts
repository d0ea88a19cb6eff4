import { AUDIT_ACTIONS, type AuditAction } from '../wire/audit.js';
import { Flag, Id, Ids, Integer, Name, OneOf, OptionalBody, PageSize, SomeOf, Text, Time } from './fields.js';

/** standard: by Standard Webhooks. slack: what Slack's incoming webhooks take. */
export const WEBHOOK_FORMATS = ['standard', 'slack'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/**
 * Why a webhook sends nothing: failing: for days; gone: answered 410; backlog: too much waits for it; manual: switched
 * off; author: who created it or set its address is no longer an admin.
 */
export const WEBHOOK_DISABLED_REASONS = ['failing', 'gone', 'backlog', 'manual', 'author'] as const;
export type WebhookDisabledReason = (typeof WEBHOOK_DISABLED_REASONS)[number];

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

const DAY_SECONDS = 86_400;
/** By default, the old secret keeps signing next to the new one for this long after a rotation. */
export const SECRET_GRACE_SECONDS = DAY_SECONDS;
const COUNT = { min: 0, max: Number.MAX_SAFE_INTEGER };

const NAME = { max: 100, example: 'Deploy channel' };
const URL = {
  min: 1,
  max: 2_048,
  format: 'uri',
  example: 'https://hooks.example.com/burgee',
  description:
    'https, port 443 or one above 1,023, a public address; WEBHOOKS_ALLOW_PRIVATE=on lifts this. May contain a secret, so only admins see it.',
};
const ENVIRONMENTS = {
  maxItems: 50,
  optional: true,
  description: 'Only changes in these environments, and changes to whole flags. Empty = everything in the project.',
};
const ACTIONS = { optional: true, description: 'Only these actions. Empty = all.' };

export class CreateWebhookRequest {
  @Name(NAME) name!: string;
  @Text(URL) url!: string;
  @OneOf(WEBHOOK_FORMATS, { optional: true, description: 'Default: standard.' }) format?: WebhookFormat;
  @Ids(ENVIRONMENTS) environment_ids?: string[];
  @SomeOf(AUDIT_ACTIONS, ACTIONS) actions?: AuditAction[];
}

export class UpdateWebhookRequest {
  @Name({ ...NAME, optional: true }) name?: string;
  @Text({ ...URL, optional: true }) url?: string;
  @OneOf(WEBHOOK_FORMATS, { optional: true }) format?: WebhookFormat;
  @Ids(ENVIRONMENTS) environment_ids?: string[];
  @SomeOf(AUDIT_ACTIONS, ACTIONS) actions?: AuditAction[];
  @Flag({
    optional: true,
    description: 'true also clears the reason why it was disabled, except author: rotate the secret instead.',
  })
  is_enabled?: boolean;
}

@OptionalBody()
export class RotateWebhookSecretRequest {
  @Integer({
    min: 0,
    max: 7 * DAY_SECONDS,
    optional: true,
    description: 'Seconds that the old secret also signs; default 1 day.',
  })
  grace_seconds?: number;
}

export class WebhookView {
  @Id() id!: string;
  @Text() name!: string;
  @Text() url!: string;
  @OneOf(WEBHOOK_FORMATS) format!: WebhookFormat;
  @Ids() environment_ids!: string[];
  @SomeOf(AUDIT_ACTIONS) actions!: AuditAction[];
  @Flag() is_enabled!: boolean;
  @OneOf(WEBHOOK_DISABLED_REASONS, { nullable: true, description: 'Null if enabled.' })
  disabled_reason!: WebhookDisabledReason | null;
  @Time({ nullable: true }) disabled_at!: string | null;
  @Time({ nullable: true, description: 'Since when every attempt has failed; null if the last one succeeded.' })
  failing_since!: string | null;
  @Time({ nullable: true, description: 'Until when the previous secret also signs.' })
  previous_secret_expires_at!: string | null;
  @Time() created_at!: string;
  @Id({ nullable: true, description: 'Who created it or last rotated its secret; null if unknown.' })
  created_by!: string | null;
  @Text({ nullable: true }) created_by_name!: string | null;
  @Id({ nullable: true, description: 'Who set its address; null if unknown.' }) url_set_by!: string | null;
}

export class WebhookWithSecret extends WebhookView {
  @Text({ example: 'whsec_…', description: 'Signs deliveries. Shown only once.' })
  secret!: string;
}

/** One message to one webhook: what was tried, and what came of it. */
export class DeliveryView {
  @Id({ description: 'The webhook-id of the message: the id of the audit entry or the test.' }) id!: string;
  @Text({ description: 'The action, or webhook_test.' }) type!: string;
  @OneOf(DELIVERY_STATES) state!: DeliveryState;
  @Integer({ ...COUNT, description: 'Number of attempts.' }) attempts!: number;
  @Time() created_at!: string;
  @Time({ nullable: true }) last_attempt_at!: string | null;
  @Time({ nullable: true, description: 'When the next attempt is due; null if there is none.' }) next_attempt_at!:
    | string
    | null;
  @Integer({ ...COUNT, nullable: true, description: 'Status of the last response; null if there was none.' })
  status!: number | null;
  @Text({ nullable: true, description: 'Why the last attempt failed.' }) error!: string | null;
  @Text({ nullable: true, description: 'The first 500 characters of the last response.' }) answer!: string | null;
  @Integer({ ...COUNT, nullable: true }) duration_ms!: number | null;
}

export class DeliveriesPageQuery {
  @PageSize({ most: 200 }) limit?: number;
  @Text({ optional: true, max: 1000, description: 'Cursor from the Link header of the previous page.' })
  cursor?: string;
}
