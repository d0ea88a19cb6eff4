import type { CreateWebhookRequest, UpdateWebhookRequest, WebhookDisabledReason } from '@burgee/contracts/http';
import { DomainError } from '@burgee/contracts/wire';
import type { WebhookRow } from './webhook-row.js';
import type { Rotation, WebhookValues } from './webhook.repository.js';

const EMPTY: Omit<WebhookValues, 'name' | 'url'> = {
  format: 'standard',
  environment_ids: [],
  actions: [],
  failing_since: null,
  disabled_at: null,
  disabled_reason: null,
  url_set_by: null,
};

/** The refusal for a webhook that sends nothing. */
export function webhookDisabled(reason: WebhookDisabledReason | null): DomainError {
  return new DomainError(
    'webhook_disabled',
    reason === 'author'
      ? 'This webhook is disabled because who created it or set its address is no longer an admin. Rotate its secret to vouch for it.'
      : 'This webhook is disabled and sends nothing. Enable it first.',
  );
}

const asStored = (ids: readonly string[]) => [...new Set(ids.map((id) => id.toLowerCase()))].toSorted();

/** Applies enabling or disabling. Enabling also resets the failure time. */
function switched(
  current: WebhookValues,
  isEnabled: boolean | undefined,
  now: Date,
): Pick<WebhookValues, 'failing_since' | 'disabled_at' | 'disabled_reason'> {
  if (isEnabled === false && current.disabled_at === null)
    return { failing_since: null, disabled_at: now, disabled_reason: 'manual' };
  if (isEnabled === true && current.disabled_at !== null)
    return { failing_since: null, disabled_at: null, disabled_reason: null };
  const { failing_since, disabled_at, disabled_reason } = current;
  return { failing_since, disabled_at, disabled_reason };
}

/**
 * The values of a webhook after a request. Returns the same values when nothing changes.
 * @throws webhook_disabled
 */
export function decideWebhook(
  actorId: string,
  request: CreateWebhookRequest | UpdateWebhookRequest,
  current: WebhookValues | undefined,
  now: Date,
): WebhookValues {
  const before: WebhookValues = current ?? { ...EMPTY, name: '', url: '' };
  const isEnabled = 'is_enabled' in request ? request.is_enabled : undefined;
  // Enabling keeps the secret, which someone without the role knows.
  if (isEnabled && before.disabled_reason === 'author') throw webhookDisabled('author');
  const url = request.url === undefined ? before.url : new URL(request.url).href;
  return {
    name: request.name ?? before.name,
    url,
    url_set_by: url === before.url ? before.url_set_by : actorId,
    format: request.format ?? before.format,
    environment_ids: request.environment_ids ? asStored(request.environment_ids) : before.environment_ids,
    actions: request.actions ? request.actions.toSorted() : before.actions,
    ...switched(before, isEnabled, now),
  };
}

/**
 * The actor sees the new secret, so the webhook becomes theirs. The address stays with the person who set it, unless the
 * webhook was disabled for its author: then both become the actor's, and the old secret, which a person without the role
 * knows, ends at once.
 */
export function decideRotation(
  actorId: string,
  { disabled_reason, url_set_by }: Pick<WebhookRow, 'disabled_reason' | 'url_set_by'>,
  graceSeconds: number,
): Rotation {
  const vouches = disabled_reason === 'author';
  return {
    created_by: actorId,
    url_set_by: vouches ? actorId : (url_set_by ?? actorId),
    graceSeconds: vouches ? 0 : graceSeconds,
    vouches,
  };
}
