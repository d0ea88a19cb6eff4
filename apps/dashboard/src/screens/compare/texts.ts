import type { ValuePart } from '@burgee/contracts/http';
import { formatNumber } from '../../feedback/format.js';

const flags = (count: number) => (count === 1 ? '1 flag' : `${formatNumber(count)} flags`);

/** What the page that compares environments says. */
export const texts = {
  title: 'Compare environments',
  tab: (project: string) => `Compare · ${project}`,
  lead: 'See which flags differ between two environments, and promote values from one to the other.',
  from: 'From',
  to: 'To',
  swap: 'Swap the two environments',
  choose: 'Choose an environment',
  protectedName: (name: string) => `${name} (protected)`,
  chooseBoth: 'Choose the environment to compare with.',
  back: 'Environments',

  tooFew: 'Nothing to compare yet',
  tooFewHint: 'This project needs two environments before you can compare them.',
  goTo: 'Go to environments',
  failed: 'The environments could not be compared',
  equal: 'These environments are equal',
  equalHint: (from: string, to: string) => `Every flag has the same value in ${from} and ${to}.`,

  search: 'Search flags that differ',
  searchHint: 'Search',
  clearSearch: 'Clear search',
  noMatch: 'No flags match your search.',
  differ: (count: number) => (count === 1 ? '1 flag differs' : `${formatNumber(count)} flags differ`),
  legend: 'Struck out: what {to} has now. After the arrow: what {from} has.',
  table: (from: string, to: string) => `Differences between ${from} and ${to}`,
  flag: 'Flag',
  parts: { switch: 'Status', rollout: 'Rollout', rule: 'Rule or value' } satisfies Record<ValuePart, string>,
  ruleOf: { boolean: 'Rule', other: 'Value' },
  promotePart: (part: string) => `Promote: ${part}`,
  selectAll: 'Select all flags',
  selectFlag: (key: string) => `Select ${key}`,
  same: (value: string) => `the same: ${value}`,
  readOnly: 'Your role is viewer. Editors can promote values.',

  bar: 'Selected flags',
  selected: (count: number) => `${flags(count)} selected`,
  none: 'Select the flags to promote.',
  tooMany: (most: number) => `Select ${formatNumber(most)} at most.`,
  lastPart: 'Select at least one column to promote.',
  clear: 'Clear',
  promote: (environment: string) => `Promote to ${environment}…`,

  planTitle: (from: string, to: string) => `Promote from ${from} to ${to}?`,
  planning: 'Checking what would change',
  planFailed: 'These flags cannot be promoted',
  promoteFailed: 'Nothing was promoted',
  changes: 'Flags that change',
  nothing: 'Nothing would change: these flags already have these values.',
  protectedHint: 'This environment is protected, so nothing changes before you confirm.',
  approvalHint: 'This environment requires approval, so nothing changes until someone else approves your request.',
  tooManyToAsk: (most: number) => `A request changes ${formatNumber(most)} flags at most, so select fewer.`,
  ask: 'Ask for approval…',
  overtaken: 'Someone changed a value',
  overtakenHint: 'Nothing was promoted. Check what has changed below, then promote again.',
  youSaw: 'You saw:',
  notSeen: 'You saw no change of this flag.',
  noLonger: 'No longer changes.',
  cancel: 'Cancel',
  confirm: (count: number, environment: string) => `Promote ${flags(count)} to ${environment}`,
  undone: (count: number, environment: string) =>
    `${flags(count)} in ${environment} ${count === 1 ? 'has its' : 'have their'} former values`,
  undoFailed: 'The promotion was not undone',
  done: (count: number, from: string, to: string) =>
    `${flags(count)} in ${to} ${count === 1 ? 'has' : 'have'} the values of ${from}`,
};
