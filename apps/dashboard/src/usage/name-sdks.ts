import type { AppUsage } from '@burgee/contracts/http';

const DAY_MILLISECONDS = 24 * 3_600_000;

type Sdk = Pick<AppUsage, 'app' | 'sdk' | 'sdk_version' | 'seen_at'>;

export const nameSdk = ({ sdk, sdk_version }: Pick<AppUsage, 'sdk' | 'sdk_version'>): string =>
  `${sdk} ${sdk_version}`.trim();

const unique = (apps: readonly Sdk[]) => [...new Set(apps.map(nameSdk))].filter((name) => name !== '').toSorted();

/** The SDKs of an application, each with its version. */
export const sdksOf = (app: string, apps: readonly Sdk[]): string[] => unique(apps.filter((one) => one.app === app));

/** The SDKs of an environment that have reported in the last day. */
export const recentSdks = (apps: readonly Sdk[], now: number): string[] =>
  unique(apps.filter(({ seen_at }) => now - Date.parse(seen_at) < DAY_MILLISECONDS));
