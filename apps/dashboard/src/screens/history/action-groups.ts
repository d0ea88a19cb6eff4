import { filterTexts } from './action-texts.js';

/** The groups of the list of actions, by how their actions begin. */
const GROUPS: readonly [string, RegExp][] = [
  ['Flags', /^flag_/],
  ['Schedules and requests', /^(schedule|change_request)_/],
  ['Environments', /^(environment|sdk_key|client_key)_/],
  ['People', /^(member|invitation)_/],
  ['Tokens, webhooks and links', /^(token|trust|webhook|switch_off_link)_/],
  ['Project and history', /^(project|history)_/],
];

/** The actions to filter by, in groups. */
export const groupActions = () =>
  GROUPS.map(([group, begins]) => ({
    group,
    items: Object.entries(filterTexts).flatMap(([value, label]) => (begins.test(value) ? [{ value, label }] : [])),
  }));
