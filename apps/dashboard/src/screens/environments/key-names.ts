import type { KeyKind } from '@burgee/contracts/wire';

/** What each key is called, and where it goes. */
export const KEY_NAMES: Record<KeyKind, { name: string; goesTo: string }> = {
  sdk: {
    name: 'SDK key',
    goesTo: 'For servers. It opens all flags with their rules: in a public page, every visitor can read these.',
  },
  client: {
    name: 'client key',
    goesTo:
      'For pages and apps. It opens decisions, and never shows a rule. But whoever may ask for decisions can try out who is in one.',
  },
};
