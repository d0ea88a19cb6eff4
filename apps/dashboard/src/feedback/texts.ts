import { formatNumber } from './format.js';

/** What every page may have to say: failures, copying, confirmations, notices. */
export const texts = {
  cancel: 'Cancel',
  close: 'Close',
  tryAgain: 'Try again',
  undo: 'Undo',
  discardTyped: 'Close without saving? What you typed will be lost.',
  loading: 'Loading',
  justNow: 'just now',

  copy: (what: string) => `Copy ${what}`,
  copied: 'Copied',
  copiedWhat: (what: string) => `${what} copied`,
  copyRequestId: (id: string) => `Copy request ID ${id}`,
  cannotCopy: 'Your browser blocks copying on this page',
  copyHere: 'Copy the text here',

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
