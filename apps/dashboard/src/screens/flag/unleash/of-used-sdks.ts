import type { AppUsage } from '@burgee/contracts/http';
import type { Sdk } from '@burgee/unleash-api';
import type { FlagLimit } from './limits-in.js';

/** How Unleash's SDKs for servers call themselves: `unleash-node-sdk`, `unleash-client-java`. */
const NAME = /^unleash-(?:client-)?(node|python|go|java|rust)\b/;

/** The limits that matter to applications which report usage, each with the SDKs that these use. */
export function ofUsedSdks(limits: readonly FlagLimit[], apps: readonly Pick<AppUsage, 'sdk'>[]): FlagLimit[] {
  const used = new Set(apps.map(({ sdk }) => NAME.exec(sdk)?.[1]));
  const isUsed = (sdk: Sdk) => used.has(sdk.toLowerCase());
  return limits.map((limit) => ({ ...limit, sdks: limit.sdks.filter(isUsed) })).filter(({ sdks }) => sdks.length > 0);
}
