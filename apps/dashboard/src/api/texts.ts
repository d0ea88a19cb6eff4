import type { Problem } from '@burgee/contracts/wire';
import type { Part } from './silent-parts.js';

const PARTS: Record<Part, string> = {
  accounts: 'accounts and sign-in',
  flags: 'flags and projects',
  history: 'the history',
  usage: 'usage',
  burgee: 'Burgee',
};

/** The reasons why a call failed. */
export const texts = {
  /** Replaces details that name API routes. */
  refusals: {
    approval_required: 'Not saved: the environment requires approval. Request it, or ask an owner to override.',
    comment_required: 'Not saved: the environment requires a comment. Try again with one.',
    environment_frozen: 'Not saved: the environment is frozen. Wait until the freeze ends, or ask an owner.',
    unauthenticated: 'Your session has ended. Sign in to continue.',
    value_changed: 'Not saved: someone else changed it first. Check the current value, then try again.',
  } as Partial<Record<Problem['code'], string>>,
  noAnswer: 'Burgee did not answer.',
  noAnswerRetry: 'Burgee did not answer. Check your connection and try again.',
  foreign: (status: number) =>
    `The response (${status}) did not come from Burgee. Check the proxy between your browser and Burgee.`,
  updated: 'Burgee has been updated. Reload the page to continue.',
  notSignedIn: 'You are not signed in',
  cookieNotKept: (isPlainHttp: boolean) =>
    isPlainHttp
      ? 'Your password is right, but your browser did not keep the session cookie. It is Secure, so it needs https, and this page uses http. Open Burgee over https, or ask the operator to check COOKIE_SECURE and the proxy’s X-Forwarded-Proto.'
      : 'Your password is right, but your browser did not keep the session cookie. Allow cookies for this site, then sign in again.',
  offline: 'You are offline. Nothing was sent. Reconnect, then try again.',
  wasNot: 'was not',
  mayNot: 'may not have been',
  notKnown: 'Not known whether it was saved',
  readsAgain: 'Reading again to find out.',
  look: 'Check before you try again.',
  noAnswerFrom: (parts: readonly Part[]) => `No answer from ${parts.map((part) => PARTS[part]).join(', ')}.`,
  keepsTrying: 'This page keeps trying, and may be out of date.',
  you: 'You',
  faster: (name: string) => `${name} changed it first`,
  changedMeanwhile: 'it has changed since',
};
