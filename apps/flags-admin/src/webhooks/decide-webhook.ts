import type { CreateWebhookRequest, UpdateWebhookRequest } from '@burgee/contracts/http';
import type { WebhookValues } from './webhook.repository.js';

const EMPTY: Omit<WebhookValues, 'name' | 'url'> = {
  format: 'standard',
  environment_ids: [],
  actions: [],
  failing_since: null,
  disabled_at: null,
  disabled_reason: null,
};

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

/** The values of a webhook after a request. Returns the same values when nothing changes. */
export function decideWebhook(
  request: CreateWebhookRequest | UpdateWebhookRequest,
  current: WebhookValues | undefined,
  now: Date,
): WebhookValues {
  const before: WebhookValues = current ?? { ...EMPTY, name: '', url: '' };
  const isEnabled = 'is_enabled' in request ? request.is_enabled : undefined;
  return {
    name: request.name ?? before.name,
    url: request.url === undefined ? before.url : new URL(request.url).href,
    format: request.format ?? before.format,
    environment_ids: request.environment_ids ? asStored(request.environment_ids) : before.environment_ids,
    actions: request.actions ? request.actions.toSorted() : before.actions,
    ...switched(before, isEnabled, now),
  };
}
