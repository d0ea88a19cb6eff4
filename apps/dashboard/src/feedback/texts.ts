import { capitalize, formatNumber } from './format.js';

/** The texts of all pages: failures, copying, confirmations, notices. */
export const texts = {
  cancel: 'Cancel',
  close: 'Close',
  tryAgain: 'Try again',
  undo: 'Undo',
  undone: (what: string) => `Undone: ${what}`,
  noUndo: 'Nothing to undo',
  noUndoWhy: 'You can undo a change while its message is shown. To undo older changes, use Restore in the history.',
  toHistory: 'Open the history',
  discardTyped: 'Close without saving? Your input will be lost.',
  loading: 'Loading',
  justNow: 'just now',

  copy: (what: string) => `Copy ${what}`,
  copied: 'Copied',
  copiedWhat: (what: string) => `${capitalize(what)} copied`,
  copyRequestId: 'Copy request ID',
  cannotCopy: 'Your browser blocked copying on this page',
  copyHere: 'Copy this text manually',

  delivery: {
    inEnvironment: (environment: string, what: string) => `${environment}: ${what}`,
    counting: 'Checking which clients have this change…',
    failed: (why: string) => `Could not check which clients have it. ${why}`,
    notCounted: (why: string) => `Not counted: ${why}`,
    none: 'No client is connected.',
    all: (count: number, isEstimate: boolean) => {
      if (isEstimate) return `All of about ${formatNumber(count)} clients have it.`;
      return count === 1 ? 'The only client has it.' : `All ${formatNumber(count)} clients have it.`;
    },
    some: (have: number, count: number, isEstimate: boolean) =>
      `${isEstimate ? 'About ' : ''}${formatNumber(have)} of ${formatNumber(count)} clients have it.`,
    unconfirmed: (count: number) => `${formatNumber(count)} of them ${count === 1 ? 'has' : 'have'} not confirmed it.`,
    late: (count: number) => `${formatNumber(count)} did not get it within 30 seconds.`,
    unknown: (count: number) => `${formatNumber(count)} disconnected before receiving it.`,
    incomplete: 'The count may be incomplete: some servers did not answer.',
  },

  json: {
    unexpected: (found: string) => (line: number, column: number) =>
      `Invalid JSON: unexpected ${found} at line ${line}, column ${column}.${
        /[\w']/.test(found) ? ' Names and strings need double quotes.' : ''
      }`,
    text: (line: number, column: number) =>
      `Invalid JSON: the string at line ${line}, column ${column} has no closing quote or contains a character that must be escaped, like \\n.`,
    ends: (line: number, column: number) =>
      `Invalid JSON: the input ends too early, at line ${line}, column ${column}.`,
  },

  notDeleted: 'Nothing was deleted',
  type: 'Type {word}, the {what}',

  pageFailed: 'This page could not be loaded',
  why: 'What happened',
  openFailed: 'This could not be opened',
  allProjects: 'All projects',
  notFound: 'Page not found',
  notFoundHint:
    'It may have been deleted, the address may be wrong, or you may not be a member of the project. To join, ask a project admin for an invitation.',
  toProjects: 'Go to your projects',

  changes: (count: number) => `${formatNumber(count)} changes`,
  change: (who: string, what: string) => `${who} ${what}`,
  earlier: (count: number) => `${formatNumber(count)} earlier`,
};
