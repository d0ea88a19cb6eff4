import type { AppUsage } from '@burgee/contracts/http';
import type { Sdk } from '@burgee/unleash-api';
import type { FlagLimit } from './limits-in.js';

/** The names that Unleash's server SDKs report: `unleash-node-sdk`, `unleash-client-java`. */
const NAME = /^unleash-(?:client-)?(node|python|go|java|rust)\b/;

/** The limits that affect applications with usage reports, each with their SDKs. */
export function ofUsedSdks(limits: readonly FlagLimit[], apps: readonly Pick<AppUsage, 'sdk'>[]): FlagLimit[] {
  const used = new Set(apps.map(({ sdk }) => NAME.exec(sdk)?.[1]));
  const isUsed = (sdk: Sdk) => used.has(sdk.toLowerCase());
  return limits.map((limit) => ({ ...limit, sdks: limit.sdks.filter(isUsed) })).filter(({ sdks }) => sdks.length > 0);
}
