import { isolate, markHidden, type WebhookFormat } from '@burgee/contracts/http';
import type { AuditPayload } from '@burgee/contracts/wire';

/** The type of a test delivery. */
export const TEST_TYPE = 'webhook_test';

/** An audit message, without its values if they are large. For a test, where it comes from. */
export type DeliveryPayload = Omit<AuditPayload, 'old_values' | 'new_values' | 'action'> &
  Partial<Pick<AuditPayload, 'old_values' | 'new_values'>> & { values_omitted?: boolean };

export interface DeliveryContent {
  event_id: string;
  type: string;
  occurred_at: Date;
  payload: DeliveryPayload;
}

const named = (id: string | null, key: string, value: string | null) => (id === null ? null : { id, [key]: value });

function standardBody({ event_id, type, occurred_at, payload }: DeliveryContent): object {
  const { project_id, flag_id, flag_key, environment_id, environment_name, user_id, user_name } = payload;
  return {
    type,
    timestamp: occurred_at.toISOString(),
    data: {
      id: event_id,
      project_id,
      flag: named(flag_id, 'key', flag_key),
      environment: named(environment_id, 'name', environment_name),
      user: named(user_id, 'name', user_name),
      old_values: payload.old_values ?? null,
      new_values: payload.new_values ?? null,
      ...(payload.values_omitted && { values_omitted: true }),
      position: payload.position ?? null,
      group_id: payload.group_id ?? null,
      request_id: payload.request_id,
      performed_by: payload.performed_by ?? null,
      on_behalf_of: payload.on_behalf_of ?? null,
      via: payload.via ?? null,
      run: payload.run ?? null,
    },
  };
}

/** Escapes Slack's three control characters, so that a name cannot become a link or a mention in a notification. */
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A block of plain text: Slack renders nothing in it. `text` is for notifications alone. */
const slackBody = (line: string) => ({
  text: escape(line),
  blocks: [{ type: 'section', text: { type: 'plain_text', text: line, emoji: false } }],
});

/** Long names would push the rest out of view. */
const CHARACTERS_AT_MOST = 200;
const shown = (text: string | null | undefined) => isolate(markHidden((text ?? '').slice(0, CHARACTERS_AT_MOST)));

const switched = (values: unknown): string => {
  const on = (values as { is_enabled?: unknown } | null | undefined)?.is_enabled;
  return typeof on === 'boolean' ? ` ${on ? 'on' : 'off'}` : '';
};

/** Why a schedule was paused. */
const paused = (values: unknown): string => {
  const reason = (values as { reason?: unknown } | null | undefined)?.reason;
  return typeof reason === 'string' ? ` (${reason.replaceAll('_', ' ')})` : '';
};

function actionText({ type, payload }: DeliveryContent): string {
  const action = type.replaceAll('_', ' ');
  if (type === 'flag_toggle') return action + switched(payload.new_values);
  return type === 'schedule_pause' ? action + paused(payload.new_values) : action;
}

/** One line for a channel: the person, the action, the flag, the environment. */
function slackText(content: DeliveryContent): string {
  const { payload } = content;
  const action = actionText(content);
  const flag = payload.flag_key === null ? '' : ` · ${shown(payload.flag_key)}`;
  const environment = payload.environment_name === null ? '' : ` · ${shown(payload.environment_name)}`;
  return `${shown(payload.user_name)}: ${action}${flag}${environment}`;
}

/** The body of a delivery, with the same bytes at each attempt. */
export function renderDelivery(format: WebhookFormat, content: DeliveryContent): string {
  return JSON.stringify(format === 'slack' ? slackBody(slackText(content)) : standardBody(content));
}
