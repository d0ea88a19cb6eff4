/** The texts of signing out. */
export const texts = {
  signOutUnsaved: 'Sign out without saving? Your unsaved changes will be lost.',
  signOutFailed: 'You are still signed in',
};
