import type { FlagType } from '@burgee/contracts/wire';
import type { Audience } from './editor/audience.js';
import { capitalize, formatNumber, formatPercent, listNames } from '../../feedback/format.js';
import type { FlagStage, Stage } from '@burgee/contracts/plain';

const startingSmall = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);

/** The texts of the page of a flag. */
export const texts = {
  tab: (flag: string, project: string) => `${flag} · ${project}`,
  key: 'key',
  types: { boolean: 'boolean', string: 'text', number: 'number', json: 'JSON' } satisfies Record<FlagType, string>,
  code: {
    environment: 'Environment',
    none: 'Create an environment first: the code needs its key.',
  },
  activity: {
    none: 'No changes yet',
    noneHint: 'Changes to this flag appear here.',
    failed: 'The changes could not be loaded',
    older: 'Show older changes',
    whole: 'Show in the history',
  },
  rampLink: 'Try a rollout with sample users',

  readOnly: (role: string) => `Your role is ${role}. Only editors and above can change this flag.`,
  deleted: (flag: string) => `${flag} was deleted`,
  deletedHint: "In apps that still use it, your code's default applies. The history shows who deleted it.",

  back: 'All flags',
  tabs: {
    environments: 'Environments',
    usage: 'Usage',
    code: 'Code',
    activity: 'Activity',
    who: 'Test a user',
  },
  edit: 'Edit',
  details: 'Details',
  compare: 'Compare',
  created: 'Created {when}',
  createdBy: 'Created {when} by {who}',
  stages: {
    new: 'New',
    active: 'Active',
    'rolled-out': 'Fully rolled out: on for everyone in every environment',
    stale: 'Stale',
    archived: 'Archived',
  } satisfies Record<Stage, string>,
  stale: {
    ended: 'Stale: its end date has passed',
    on: 'Stale: on for everyone in every environment for at least 30 days',
    off: 'Stale: off in every environment for at least 30 days',
    unreported: 'Stale: no app has reported it for 30 days',
  } satisfies Record<NonNullable<FlagStage['reason']>, string>,
  ownedBy: (name: string) => `Owner: ${name}`,
  differences: 'Side by side',
  showDifferences: 'Show',
  hideDifferences: 'Hide',
  differencesHint: 'Only settings that differ are shown.',
  differencesMarked: 'Highlighted values differ from most environments.',
  noDifference: 'All environments have the same settings.',
  lines: {
    rule: 'Rule',
    none: 'none',
    nobody: 'nobody',
    everyone: 'everyone',
    share: (percent: number) => `${formatPercent(percent)} of users`,
    users: (attribute: string, value: string) => `users whose ${attribute} is ${value}`,
    usersGet: (users: string, value: string) => `${users} get ${value}`,
  },
  more: (flag: string) => `More for ${flag}`,
  describe: 'Edit details',
  schedule: 'Schedule a change…',
  archive: 'Archive…',
  unarchive: 'Unarchive',
  delete: 'Delete…',
  archived: 'Archived',
  archivedHint: "Archived {when}. Your code's default applies. The key stays reserved; values and history are kept.",

  environment: 'Environment',
  switchIn: (environment: string) => `Switch in ${environment}`,
  words: ['on', 'off'] as const,
  on: (audience: string) => `${capitalize(audience)}.`,
  off: { boolean: 'Off for everyone.', other: "Off. Your code's default applies." },
  summary: {
    everywhere: (count: number, sentence: string) =>
      `In ${count === 2 ? 'both' : `all ${formatNumber(count)}`} environments: ${startingSmall(sentence)}`,
    inOne: (environment: string, sentence: string) => `${environment}: ${startingSmall(sentence)}`,
    onIn: (environments: string) => `On in ${environments}.`,
    onInMany: (on: number, others: number) => `On in ${formatNumber(on)} of ${formatNumber(others)} others.`,
    offIn: (others: number, areOthers: boolean) =>
      areOthers && others > 1 ? `Off in the ${formatNumber(others)} others.` : 'Off elsewhere.',
  },
  unchanged: 'Not changed yet',
  changed: 'Changed {when}',
  changedBy: 'Changed {when} by {who}',
  overtaken: (author = 'Someone else') => `${author} changed this`,
  overtakenHint: 'A new value was saved here while you were editing.',
  showBoth: 'Show both versions',

  rollout: 'Rollout',
  rolloutIn: (environment: string) => `Rollout in ${environment}`,
  rolloutPercent: (environment: string) => `Rollout in ${environment}, percent`,
  percentSign: '%',

  forWhom: {
    value: 'Value',
    noValue: "No value. Your code's default applies.",
    setValue: 'Set a value',
    removeValue: 'Remove value',
    label: 'Who gets it',
    audiences: {
      everyone: 'Everyone',
      share: 'A percentage of users',
      rule: 'Users with an attribute',
    } satisfies Record<Audience, string>,
    others: "Your code's default applies to all others.",
    sdkVersion: "Requires @burgee/sdk 0.2 or newer. In older versions, your code's default applies.",
  },

  inEnvironment: (environment: string) => ` in ${environment}`,
  faults: {
    wanted: {
      boolean: 'Enter true or false.',
      string: '',
      number: 'Enter a number, such as 20 or 1.5.',
    } satisfies Record<Exclude<FlagType, 'json'>, string>,
    jsonTooMuch: 'Some programs cannot read this JSON. Use smaller numbers and up to 64 levels.',
    attribute: 'Enter an attribute, such as country.',
    attributeMissing: 'Enter the attribute to match.',
    valueMissing: 'Enter the value to match.',
    valuesMissing: 'Enter at least one value.',
    tooManyValues: (most: number, count: number) =>
      `Up to ${formatNumber(most)} values are possible. Remove ${formatNumber(count - most)}.`,
    valuesTooLong: (most: number) => `These values are too long: a list has up to ${formatNumber(most)} bytes.`,
    in: (environment: string, fault: string) => `${environment}: ${fault}`,
  },

  unsaved: {
    label: 'Unsaved changes',
    count: (count: number) => (count === 1 ? '1 unsaved change' : `${formatNumber(count)} unsaved changes`),
    show: 'Show changes',
    hide: 'Hide changes',
    discard: 'Discard',
    save: 'Save',
    saveAfterAsking: 'Save…',
    confirm: (environments: readonly string[]) => `Change ${listNames(environments)}?`,
    now: (sentence: string) => `Now ${startingSmall(sentence)}`,
    after: (sentence: string) => `Then ${startingSmall(sentence)}`,
    loses: (value: string, attribute: string, is: string) =>
      `Only users whose ${attribute} is ${is} keep ${value}. Your code's default applies to all others.`,
    protected: 'This environment is protected. Confirm the change to apply it.',
    saveIn: (environments: readonly string[]) => `Save in ${listNames(environments)}`,
    leave: 'Leave without saving? Your changes on this page will be lost.',
    saved: (flag: string, environment: string) => `Saved ${flag} in ${environment}`,
    /** @param not "was not", or "may not have been" */
    failed: (flag: string, not: string, environment: string) => `${flag} ${not} saved in ${environment}`,
  },

  comparing: {
    title: (flag: string) => `Compare ${flag} in two environments`,
    from: 'From',
    to: 'To',
    choose: 'Choose an environment',
    same: 'Both environments have the same value.',
    wouldChange: (environment: string) => `Copying would change ${environment}:`,
    close: 'Close',
    copy: (environment: string) => `Copy to ${environment}`,
    hint: 'Copying does not save. Review the changes on the page, then save.',
    field: 'Field',
  },

  conflict: {
    title: (environment: string) => `${environment} has changed`,
    hint: '{who} saved another value {when}. Your changes are still here but not saved.',
    someone: 'Someone',
    theirs: 'Saved value',
    mine: 'With your changes',
    takeTheirs: 'Discard my changes',
    keepMine: 'Keep my changes',
  },

  describing: {
    title: (flag: string) => `Details of ${flag}`,
    nameMissing: 'Enter a name.',
    failed: 'The details were not saved',
    name: 'Name',
    description: 'Description',
    tags: 'Tags',
    owner: 'Owner',
    nobody: 'No owner',
    hasLeft: (name: string) => `${name} (no longer a member)`,
    unknown: 'Unknown person',
    save: 'Save',
  },

  archiving: {
    title: (flag: string) => `Archive ${flag}?`,
    hint: "In apps that still use it, your code's default applies. You can unarchive it at any time.",
    protected: (environments: readonly string[]) =>
      environments.length === 1 ? `${environments[0]} is protected.` : `${listNames(environments)} are protected.`,
    on: (environments: readonly string[]) => `It is on in ${listNames(environments)}.`,
    failed: 'The flag was not archived',
    submit: 'Archive',
    done: (flag: string) => `${flag} was archived`,
    again: (flag: string) => `Unarchive ${flag}?`,
    served: 'Apps get it immediately:',
    undone: (flag: string) => `${flag} was unarchived`,
    undoFailed: (flag: string) => `${flag} was not unarchived`,
  },

  deleting: {
    title: (flag: string) => `Delete ${flag}?`,
    what: 'flag key',
    action: 'Delete permanently',
    hint: "The flag is deleted in all environments. In apps that still use it, your code's default applies.",
    history: 'Its history is kept.',
    done: (flag: string) => `${flag} was deleted`,
    failed: 'The flag was not deleted',
  },
};
