import { formatNumber, formatPercent } from '../feedback/format.js';

const CODE_DEFAULT = "your code's default";

/** The texts of switches, their questions, and the audience of a flag. */
export const texts = {
  viewerIn: (environment: string) => `You are a viewer in ${environment}. Only editors and above can switch flags.`,
  archived: "Archived: your code's default applies. Unarchive the flag to switch it.",
  flagInEnvironment: (flag: string, environment: string) => `${flag} in ${environment}`,
  isNow: (flag: string, isOn: boolean, environment: string) => `${flag} is ${isOn ? 'on' : 'off'} in ${environment}`,
  isAgain: (flag: string, isOn: boolean, environment: string) =>
    `Undone: ${flag} is ${isOn ? 'on' : 'off'} in ${environment} again`,
  /** @param not "was not", or "may not have been" */
  notSwitched: (flag: string, not: string, environment: string) => `${flag} ${not} switched in ${environment}`,
  undone: (flag: string, environment: string) => `Undone: ${flag} in ${environment} has its previous value`,
  undoFailed: (flag: string, not: string, environment: string) => `${flag} ${not} changed back in ${environment}`,
  notAsked: 'Not switched: the current value could not be loaded',
  withReason: (what: string, why: string) => `${what}: ${why}`,

  confirm: {
    title: (flag: string, isOn: boolean, environment: string) =>
      `Switch ${flag} ${isOn ? 'on' : 'off'} in ${environment}?`,
    undo: (flag: string, isOn: boolean, environment: string) =>
      `Undo: switch ${flag} ${isOn ? 'on' : 'off'} in ${environment}?`,
    already: (isOn: boolean) => `It is already ${isOn ? 'on' : 'off'}.`,
    after: (audience: string) => `After this change: ${audience}.`,
    before: (audience: string) => `Until now: ${audience}.`,
    why: 'This environment is protected. Confirm the change to apply it.',
    switch: (isOn: boolean, environment: string) => `Switch ${isOn ? 'on' : 'off'} in ${environment}`,
  },

  becomes: 'changed to',
  everyone: 'on for everyone',
  noOne: 'on for nobody',
  share: (percent: number) => `on for ${formatPercent(percent)} of users`,
  matching: (attribute: string, value: string, result: string) => `users whose ${attribute} is ${value} get ${result}`,
  moreValues: (count: number) => (count === 1 ? '1 more value' : `${formatNumber(count)} more values`),
  asOneText: (value: string) => `${value} (compared as one text)`,
  /** The values that only one side of a change has, if any, next to those of both. */
  ofBoth: (own: string, count: number) =>
    own === '' ? `${formatNumber(count)} values` : `${own} (${formatNumber(count)} others stay)`,
  also: (audience: string, matching: string) => `${audience}; ${matching}`,
  noValue: `on without a value: ${CODE_DEFAULT} applies`,
  everyoneGets: (value: string) => `on: everyone gets ${value}`,
  noOneGets: (value: string) => `on: nobody gets ${value}, everyone gets ${CODE_DEFAULT}`,
  shareGets: (percent: number, value: string) =>
    `on: ${formatPercent(percent)} of users get ${value}, all others get ${CODE_DEFAULT}`,
  onlyMatching: (matching: string) => `on: ${matching}, all others get ${CODE_DEFAULT}`,

  none: 'none',
  on: 'on',
  off: 'off',
  notYet: 'not yet',
  now: 'now',
  percent: formatPercent,
  fields: {
    is_enabled: 'Status',
    rollout_percentage: 'Rollout',
    targeting_attribute: 'Rule attribute',
    targeting_value: 'Rule value',
    targeting_return_value: 'Rule returns',
    unconditional_value: 'Value',
    served: 'Served',
  },
};
