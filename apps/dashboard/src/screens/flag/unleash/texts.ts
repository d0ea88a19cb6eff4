import { listNames } from '../../../feedback/format.js';

/** The texts about limits of Unleash's SDKs. */
export const texts = {
  ofFlag: 'Unleash SDKs evaluate this flag differently',
  ofValue: 'Apps here use Unleash SDKs, which evaluate this value differently',
  environments: (names: readonly string[]) => `${listNames(names)}: `,
  allSdks: 'In all server SDKs.',
  sdks: (names: readonly string[]) => `In the ${listNames(names)} ${names.length === 1 ? 'SDK' : 'SDKs'}.`,
};
