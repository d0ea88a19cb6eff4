import type { AppliedView, SwitchedOff } from '@burgee/contracts/http';
import type { SwitchOffLinkRow } from './switch-off-link.repository.js';

const grouped = (count: number) => count.toLocaleString('en');
const counted = (count: number, noun: string) => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;

export const resolvedAnswer = (): SwitchedOff => ({
  message: 'The alert is resolved. Nothing was changed: switch on again yourself.',
  is_resolved: true,
  flags: 0,
  clients: null,
});

const EFFECTS = { off: 'off', before_plan: 'off, or as before their plan' } as const;

function clientsIn({ clients: total, delivered, not_waited, complete }: AppliedView): string {
  const reach = `${grouped(delivered)} of ${counted(total, 'client')} have it`;
  if (not_waited !== undefined) return `It is not known which of ${counted(total, 'client')} have it. ${not_waited}`;
  return `${reach}, ${grouped(total - delivered)} not yet${complete ? '' : ', and some may not be counted'}.`;
}

/** The same whether the call changed something or found everything off. Names no replica: the caller is anonymous. */
export function firingAnswer(
  link: Pick<SwitchOffLinkRow, 'flag_key' | 'tag' | 'effect' | 'environment_name'>,
  flags: number,
  applied: AppliedView,
): SwitchedOff {
  const { flag_key, tag, effect, environment_name } = link;
  const subject = flag_key ?? `${counted(flags, 'flag')} with the tag ${tag}`;
  const { clients: total, delivered, complete, not_waited } = applied;
  return {
    message: `In ${environment_name}, now ${EFFECTS[effect]}: ${subject}. ${clientsIn(applied)}`,
    is_resolved: false,
    flags,
    clients: { total, have_it: delivered, not_yet: total - delivered, complete: complete && not_waited === undefined },
  };
}
