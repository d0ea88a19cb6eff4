import type { ChangeRequestView, RequestedFlag } from '@burgee/contracts/http';
import { texts as all } from './texts.js';

const texts = all.wanted;

type Change = Pick<RequestedFlag, 'key' | 'action' | 'from' | 'to'>;

/** What a change does with these flags. */
function deedOf({ action, from, to }: Change, flags: string, environment: string): string {
  if (action !== 'update') return texts[action](flags);
  if (!to) return texts.change(flags, environment);
  const fields = ['targeting_attribute', 'targeting_value', 'targeting_return_value'] as const;
  const changesRule = fields.some((field) => from[field] !== to[field]);
  const changesShare = from.rollout_percentage !== to.rollout_percentage;
  if (changesRule || (changesShare && !to.is_enabled)) return texts.change(flags, environment);
  if (changesShare) return texts.rollOut(flags, environment, to.rollout_percentage);
  if (from.is_enabled !== to.is_enabled) return texts[to.is_enabled ? 'turnOn' : 'turnOff'](flags, environment);
  return texts.serve(flags, environment);
}

/** "roll out admin-cache-3 to 25% in Production": what a request does once it is applied. */
export function describeWanted({
  changes,
  environment_name: environment,
}: Pick<ChangeRequestView, 'environment_name'> & { changes: readonly Change[] }): string {
  const [first] = changes;
  const flags = changes.length === 1 && first ? first.key : texts.flags(changes.length);
  const [deed, ...others] = new Set(changes.map((change) => deedOf(change, flags, environment)));
  return deed === undefined || others.length > 0 ? texts.change(flags, environment) : deed;
}
