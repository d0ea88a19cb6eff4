import { listNames } from '../feedback/format.js';

/** The texts about what readers would not see of a value. */
export const texts = {
  unseen: 'Differs only in characters that cannot be seen',
  alike: 'Looks the same, but has other characters',
  mixed: (scripts: readonly string[]) => `Mixes ${listNames(scripts)} letters`,
};
