import type { AppUsage } from '@burgee/contracts/http';

const DAY_MILLISECONDS = 24 * 3_600_000;

type Sdk = Pick<AppUsage, 'app' | 'sdk' | 'sdk_version' | 'seen_at'>;

export const nameSdk = ({ sdk, sdk_version }: Pick<AppUsage, 'sdk' | 'sdk_version'>): string =>
  `${sdk} ${sdk_version}`.trim();

const unique = (apps: readonly Sdk[]) => [...new Set(apps.map(nameSdk))].filter((name) => name !== '').toSorted();

/** The SDKs of an application, each with its version. */
export const sdksOf = (app: string, apps: readonly Sdk[]): string[] => unique(apps.filter((one) => one.app === app));

const recent = (apps: readonly Sdk[], now: number) =>
  apps.filter(({ seen_at }) => now - Date.parse(seen_at) < DAY_MILLISECONDS);

/** The SDKs of an environment that have reported in the last day. */
export const recentSdks = (apps: readonly Sdk[], now: number): string[] => unique(recent(apps, now));

/** The applications of an environment that have reported in the last day, each with its SDKs: "shop (burgee 1.2.0)". */
export function recentApps(apps: readonly Sdk[], now: number): string[] {
  const reported = recent(apps, now);
  const named = [...new Set(reported.map(({ app }) => app))].toSorted().map((app) => {
    const sdks = sdksOf(app, reported).join(', ');
    return app === '' ? sdks : sdks === '' ? app : `${app} (${sdks})`;
  });
  return named.filter((name) => name !== '');
}
