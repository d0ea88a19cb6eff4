import { listNames } from '../../../feedback/format.js';

/** What Unleash's SDKs decide otherwise. */
export const texts = {
  ofFlag: "Unleash's SDKs decide this flag differently",
  ofValue: "Apps here use Unleash's SDKs, which decide this value differently",
  environments: (names: readonly string[]) => `${listNames(names)}: `,
  allSdks: 'In all SDKs for servers.',
  sdks: (names: readonly string[]) => `In the ${names.length === 1 ? 'SDK' : 'SDKs'} for ${listNames(names)}.`,
};
