/** The texts that the pages around signing in share. */
export const texts = {
  tab: (title: string) => `${title} · Burgee`,
  brand: 'Burgee',
  slogan: 'Feature flags that are never stale and never lost.',
  reference: 'API reference',
  again: (label: string) => `Confirm ${label.toLowerCase()}`,
  shortest: (characters: number) => `At least ${characters} characters.`,
  tooShort: (characters: number) => `Use at least ${characters} characters.`,
  differs: 'The passwords do not match.',
  capsLock: 'Caps Lock is on.',
  own: 'Your password',
  ownWhy: 'You signed in more than 10 minutes ago, so confirm that it is you.',
  notDone: 'Nothing was changed',
  showOrHide: 'Show or hide the password',
  strength: 'Password strength',
  strengths: [
    'Very easy to guess. Use several uncommon words.',
    'Easy to guess. Use several uncommon words.',
    'Not easy to guess. One more word makes it strong.',
    'Hard to guess.',
    'Very hard to guess.',
  ] as const,
};
