import { capitalize, formatNumber } from './format.js';

/** What every page may have to say: failures, copying, confirmations, notices. */
export const texts = {
  cancel: 'Cancel',
  close: 'Close',
  tryAgain: 'Try again',
  undo: 'Undo',
  undone: (what: string) => `Undone: ${what}`,
  noUndo: 'Nothing to undo',
  noUndoWhy:
    'You can undo a change for as long as its message is shown. In the history, Restore takes back older changes.',
  toHistory: 'Open the history',
  discardTyped: 'Close without saving? What you typed will be lost.',
  loading: 'Loading',
  justNow: 'just now',

  copy: (what: string) => `Copy ${what}`,
  copied: 'Copied',
  copiedWhat: (what: string) => `${capitalize(what)} copied`,
  copyRequestId: (id: string) => `Copy request ID ${id}`,
  cannotCopy: 'Your browser blocks copying on this page',
  copyHere: 'Copy the text here',

  delivery: {
    inEnvironment: (environment: string, what: string) => `${environment}: ${what}`,
    counting: 'Counting how many clients have this change…',
    failed: (why: string) => `Could not find out which clients have it. ${why}`,
    notCounted: (why: string) => `Not counted: ${why}`,
    none: 'No client is connected.',
    all: (count: number, isEstimate: boolean) => {
      if (isEstimate) return `All of about ${formatNumber(count)} clients have it.`;
      return count === 1 ? 'The only client has it.' : `All ${formatNumber(count)} clients have it.`;
    },
    some: (have: number, count: number, isEstimate: boolean) =>
      `${isEstimate ? 'About ' : ''}${formatNumber(have)} of ${formatNumber(count)} clients have it.`,
    unconfirmed: (count: number) => `${formatNumber(count)} of them ${count === 1 ? 'has' : 'have'} not confirmed it.`,
    late: (count: number) => `${formatNumber(count)} did not get it within half a minute.`,
    unknown: (count: number) => `${formatNumber(count)} disconnected before receiving it.`,
    incomplete: 'Servers may be missing from this count.',
  },

  json: {
    unexpected: (found: string) => (line: number, column: number) =>
      `This is not valid JSON: ${found} is unexpected in line ${line}, column ${column}.${
        /[\w']/.test(found) ? ' Names and texts need double quotes.' : ''
      }`,
    text: (line: number, column: number) =>
      `This is not valid JSON: the text in line ${line}, column ${column} has no closing quote, or a character that has to be written as an escape, like \\n.`,
    ends: (line: number, column: number) =>
      `This is not valid JSON: it is not complete, and ends in line ${line}, column ${column}.`,
  },

  notDeleted: 'Nothing was deleted',
  type: 'Type {word}, the {what}',

  pageFailed: 'This page could not be loaded',
  why: 'What happened',
  openFailed: 'This could not be opened',
  allProjects: 'All projects',
  notFound: 'Page not found',
  notFoundHint:
    'It may have been deleted, you may not be a member of its project, or the address may be wrong. To join the project, ask one of its admins for an invitation.',
  toProjects: 'Go to your projects',

  changes: (count: number) => `${formatNumber(count)} changes`,
  change: (who: string, what: string) => `${who} ${what}`,
  earlier: (count: number) => `${formatNumber(count)} earlier`,
};
