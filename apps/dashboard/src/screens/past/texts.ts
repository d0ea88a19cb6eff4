import { formatNumber } from '../../feedback/format.js';

/** The texts of the page "View as of…". */
export const texts = {
  title: 'View as of…',
  tab: (project: string) => `View as of… · ${project}`,
  lead: "See an environment's flags at any past time, and what a user got from them.",
  toHistory: 'History',
  environment: 'Environment',
  day: 'Day',
  earlier: 'Earlier',
  time: 'Time',
  now: 'Now',
  loadFailed: 'The flags could not be loaded',
  gone: 'The history does not go back that far',
  goneHint: 'Choose a later time.',
  none: 'No flags at this time',
  noneHint: 'The environment had no flags at this time.',
  flags: (count: number) => (count === 1 ? '1 flag' : `${formatNumber(count)} flags`),
  since: (position: string, time: string) => `Revision ${position}, since ${time}`,
  revision: (position: string) => `Revision ${position}`,
  position: 'position',
  setBy: (person: string, time: string) => `${person}, ${time}`,
  somebody: 'A deleted account',
  fromBefore: 'Unchanged since the history began',
  off: 'off',

  explain: {
    title: 'Who got what',
    lead: 'Enter a user to see what an application decided with these flags. The user is not stored.',
    user: 'User',
    userHint: 'JSON with targetingKey.',
    userExample: '{\n  "targetingKey": "user-1",\n  "plan": "pro"\n}',
    explain: 'Evaluate',
    failed: 'The flags could not be evaluated',
    proves:
      'This is what an application with this revision decides. It does not prove that any application had this revision.',
    byVersion: (version: number) =>
      `Decided by version ${version} of the evaluation. Applications of that time compared a list of values as one text.`,
    codeDefault: "your code's default",
  },

  restore: {
    open: 'Restore…',
    title: (environment: string) => `Restore ${environment}`,
    lead: (time: string) => `Restores every flag to its value at ${time}.`,
    failed: 'The environment could not be restored',
    changed: 'Someone changed a value',
    changedHint: 'Nothing was restored. Check what would change now, then restore again.',
    same: 'Nothing would change: all flags already have these values.',
    actions: {
      change: 'changes',
      unarchive: 'is unarchived in every environment',
      restore: 'is restored in every environment',
    },
    noChange: 'No value would change.',
    gone: (keys: string) =>
      `A request cannot bring back archived or deleted flags: ${keys}. Request to unarchive a flag on its page. Only owners can restore deleted flags.`,
    newer: (keys: string) => `Created later, not changed: ${keys}.`,
    restore: (environment: string) => `Restore ${environment}`,
    done: (environment: string, count: number) =>
      `${environment} was restored: ${count === 1 ? '1 flag' : `${formatNumber(count)} flags`} changed`,
    undone: (environment: string) => `${environment} has its previous values`,
    undoFailed: 'The restore was not undone',
  },
};
