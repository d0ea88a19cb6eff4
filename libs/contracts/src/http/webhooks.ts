import { AUDIT_ACTIONS, type AuditAction } from '../wire/audit.js';
import { Flag, Id, Ids, Integer, OneOf, OptionalBody, PageSize, SomeOf, Text, Time } from './fields.js';

/** standard: by Standard Webhooks. slack: what Slack's incoming webhooks take. */
export const WEBHOOK_FORMATS = ['standard', 'slack'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/** Why a webhook sends nothing: failing: for days; gone: answered 410; backlog: too much waits for it; manual: switched off. */
export const WEBHOOK_DISABLED_REASONS = ['failing', 'gone', 'backlog', 'manual'] as const;
export type WebhookDisabledReason = (typeof WEBHOOK_DISABLED_REASONS)[number];

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

const DAY_SECONDS = 86_400;
/** How long the secret from before a rotation signs beside the new one, when nothing else is said. */
export const SECRET_GRACE_SECONDS = DAY_SECONDS;
const COUNT = { min: 0, max: Number.MAX_SAFE_INTEGER };

const NAME = { min: 1, max: 100, example: 'Deploy channel' };
const URL = {
  min: 1,
  max: 2_048,
  format: 'uri',
  example: 'https://hooks.example.com/burgee',
  description: 'https, port 443 or one above 1,023. It may hold a secret, so only admins see it.',
};
const ENVIRONMENTS = {
  maxItems: 50,
  optional: true,
  description:
    'Only what changes in one of these, and what changes a whole flag. Empty: whatever happens in the project.',
};
const ACTIONS = { optional: true, description: 'Only these actions. Empty: all.' };

export class CreateWebhookRequest {
  @Text(NAME) name!: string;
  @Text(URL) url!: string;
  @OneOf(WEBHOOK_FORMATS, { optional: true, description: 'Default: standard.' }) format?: WebhookFormat;
  @Ids(ENVIRONMENTS) environment_ids?: string[];
  @SomeOf(AUDIT_ACTIONS, ACTIONS) actions?: AuditAction[];
}

export class UpdateWebhookRequest {
  @Text({ ...NAME, optional: true }) name?: string;
  @Text({ ...URL, optional: true }) url?: string;
  @OneOf(WEBHOOK_FORMATS, { optional: true }) format?: WebhookFormat;
  @Ids(ENVIRONMENTS) environment_ids?: string[];
  @SomeOf(AUDIT_ACTIONS, ACTIONS) actions?: AuditAction[];
  @Flag({ optional: true, description: 'true also ends what disabled it.' }) is_enabled?: boolean;
}

@OptionalBody()
export class RotateWebhookSecretRequest {
  @Integer({
    min: 0,
    max: 7 * DAY_SECONDS,
    optional: true,
    description: 'For how many seconds the old secret signs as well; default 1 day.',
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
  @OneOf(WEBHOOK_DISABLED_REASONS, { nullable: true, description: 'Null where it is enabled.' })
  disabled_reason!: WebhookDisabledReason | null;
  @Time({ nullable: true }) disabled_at!: string | null;
  @Time({ nullable: true, description: 'Since when every attempt has failed; null where the last one did not.' })
  failing_since!: string | null;
  @Time({ nullable: true, description: 'Until when the secret from before the rotation signs as well.' })
  previous_secret_expires_at!: string | null;
  @Time() created_at!: string;
}

export class WebhookWithSecret extends WebhookView {
  @Text({ example: 'whsec_…', description: 'What deliveries are signed with. It is shown this once.' })
  secret!: string;
}

/** One message to one webhook: what was tried, and what came of it. */
export class DeliveryView {
  @Id({ description: "The message's webhook-id: the id of the entry in the history, or of a test." }) id!: string;
  @Text({ description: 'The action, or webhook_test.' }) type!: string;
  @OneOf(DELIVERY_STATES) state!: DeliveryState;
  @Integer({ ...COUNT, description: 'How often it was sent.' }) attempts!: number;
  @Time() created_at!: string;
  @Time({ nullable: true }) last_attempt_at!: string | null;
  @Time({ nullable: true, description: 'When it is sent next; null when it is not.' }) next_attempt_at!: string | null;
  @Integer({ ...COUNT, nullable: true, description: 'The status of the last answer; null when none came.' })
  status!: number | null;
  @Text({ nullable: true, description: 'Why the last attempt failed.' }) error!: string | null;
  @Text({ nullable: true, description: 'The first 500 characters of the last answer.' }) answer!: string | null;
  @Integer({ ...COUNT, nullable: true }) duration_ms!: number | null;
}

export class DeliveriesPageQuery {
  @PageSize({ most: 200 }) limit?: number;
  @Text({ optional: true, max: 1000, description: 'From the Link header of the previous page.' }) cursor?: string;
}
