import type { DeliveryContent } from './render-delivery.js';

/** Slack's three control characters; nothing that a person has named becomes a link or a mention. */
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Long names would push the rest out of sight. */
const CHARACTERS_AT_MOST = 200;
const shown = (text: string | null | undefined) => escape((text ?? '').slice(0, CHARACTERS_AT_MOST));

const switched = (values: unknown): string => {
  const on = (values as { is_enabled?: unknown } | null | undefined)?.is_enabled;
  return typeof on === 'boolean' ? ` ${on ? 'on' : 'off'}` : '';
};

/** One line for a channel: who did what, to which flag, where. */
export function slackText({ type, payload }: DeliveryContent): string {
  const action = type.replaceAll('_', ' ') + (type === 'flag_toggle' ? switched(payload.new_values) : '');
  const flag = payload.flag_key === null ? '' : ` · ${shown(payload.flag_key)}`;
  const environment = payload.environment_name === null ? '' : ` · ${shown(payload.environment_name)}`;
  return `${shown(payload.user_name)}: ${action}${flag}${environment}`;
}
