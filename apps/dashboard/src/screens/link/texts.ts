/** The texts of the page that links of administrators and operators open. */
export const texts = {
  setup: 'Administer this installation',
  setupLead: 'Create the account of its administrator.',
  setupSignedIn: (email: string) => `${email} becomes administrator.`,
  become: 'Become administrator',
  reset: 'Set a new password',
  resetLead: 'Every session of the account ends.',
  fresh: 'New password',
  submitReset: 'Set the password',
  resetDone: 'Password changed',
  resetDoneHint: 'Sign in with it.',
  signIn: 'Sign in by a link',
  signInLead: 'The link works once.',
  submitSignIn: 'Sign in',
  none: 'Open the link again: it is not in the address any more.',
  failed: 'That did not work',
  toSignIn: 'Go to sign-in',
};
