import type { ValuePart } from '@burgee/contracts/http';
import { formatNumber } from '../../feedback/format.js';

const flags = (count: number) => (count === 1 ? '1 flag' : `${formatNumber(count)} flags`);

/** The texts of the page that compares environments. */
export const texts = {
  title: 'Compare environments',
  tab: (project: string) => `Compare · ${project}`,
  lead: 'See which flags differ between two environments, and promote values from one to the other.',
  from: 'From',
  to: 'To',
  swap: 'Swap the two environments',
  choose: 'Choose an environment',
  protectedName: (name: string) => `${name} (protected)`,
  chooseBoth: 'Choose two environments to compare.',
  back: 'Environments',

  tooFew: 'Nothing to compare yet',
  tooFewHint: 'A comparison needs at least two environments.',
  goTo: 'Go to environments',
  failed: 'The environments could not be compared',
  equal: 'These environments are identical',
  equalHint: (from: string, to: string) => `Every flag has the same value in ${from} and ${to}.`,

  search: 'Search flags that differ',
  searchHint: 'Search',
  clearSearch: 'Clear search',
  noMatch: 'No flags match your search.',
  differ: (count: number) => (count === 1 ? '1 flag differs' : `${formatNumber(count)} flags differ`),
  legend: '{to} now → after promotion from {from}',
  table: (from: string, to: string) => `Differences between ${from} and ${to}`,
  flag: 'Flag',
  notServed: 'Not served there yet',
  parts: { switch: 'Status', rollout: 'Rollout', rule: 'Rule or value' } satisfies Record<ValuePart, string>,
  ruleOf: { boolean: 'Rule', other: 'Value' },
  promotePart: (part: string) => `Promote: ${part}`,
  selectAll: 'Select all flags',
  selectFlag: (key: string) => `Select ${key}`,
  same: (value: string) => `same: ${value}`,
  readOnly: (to: string) => `You are a viewer in ${to}. Only editors and above can promote values.`,

  bar: 'Selected flags',
  selected: (count: number) => `${flags(count)} selected`,
  none: 'Select the flags to promote.',
  tooMany: (most: number) => `Select up to ${formatNumber(most)} flags.`,
  lastPart: 'Select at least one column to promote.',
  clear: 'Clear',
  promote: (environment: string) => `Promote to ${environment}…`,

  planTitle: (from: string, to: string) => `Promote from ${from} to ${to}?`,
  planning: 'Checking what would change',
  planFailed: 'These flags cannot be promoted',
  promoteFailed: 'Nothing was promoted',
  changes: 'Flags that change',
  nothing: 'Nothing would change: these flags already have these values.',
  protectedHint: 'This environment is protected. Confirm the change to apply it.',
  overtaken: 'Someone changed a value',
  overtakenHint: 'Nothing was promoted. Review the changes below, then promote again.',
  youSaw: 'You saw:',
  notSeen: 'You saw no change to this flag.',
  noLonger: 'Already equal.',
  confirm: (count: number, environment: string) => `Promote ${flags(count)} to ${environment}`,
  undone: (count: number, environment: string) =>
    `${flags(count)} in ${environment} ${count === 1 ? 'has its' : 'have their'} previous values`,
  undoFailed: 'The promotion was not undone',
  done: (count: number, from: string, to: string) =>
    `${flags(count)} in ${to} ${count === 1 ? 'has' : 'have'} the values of ${from}`,
};
