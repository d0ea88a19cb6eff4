import type { VariantCounts } from '@burgee/contracts/http';
import { formatNumber as number, formatPercent } from '../feedback/format.js';
import { evaluations } from './spark-texts.js';

const instances = (count: number) => (count === 1 ? '1 instance' : `${number(count)} instances`);
const periodOf = (days: number) => (days === 1 ? '24 hours' : `${number(days)} days`);

/** The texts about usage, on the page of a flag and on that of environments. */
export const texts = {
  advice:
    'These numbers come from application reports. Reports can get lost, and anyone with a client key can send false ones. Do not remove a flag just because no usage is reported.',
  sdksNow: (sdks: string) => `SDKs reported in the last day: ${sdks}`,
  failed: 'Usage is not available',
  failedHint: 'The usage service may be down, or switched off with USAGE=off. Everything else on this page works.',

  period: 'Period',
  periodOf,
  lastEvaluated: 'Last evaluated {when}',
  never: 'No usage reported here',
  count: (count: number, days: number) => `${evaluations(count)} in the last ${periodOf(days)}`,
  chart: (environment: string, isByDay: boolean, days: number) =>
    `Evaluations in ${environment} by ${isByDay ? 'day' : 'hour'}, last ${periodOf(days)}`,
  chartOf: (chart: string, count: number, most: number, when: string) =>
    `${chart}: ${evaluations(count)}, peak ${number(most)} at ${when}`,
  chartEmpty: (chart: string) => `${chart}: none`,
  bar: (count: string, when: string) => `${when}: ${count}`,
  variantsIn: (environment: string) => `Answers in ${environment}`,
  variants: {
    on: 'On',
    targeted: 'Rule',
    off: 'Off',
    error: 'Code default',
  } satisfies Record<keyof VariantCounts, string>,
  /** @param percent 0 to 100; never shown as nothing or as all, unless it is */
  share: (percent: number) =>
    percent < 1 ? 'less than 1%' : percent > 99 && percent < 100 ? 'more than 99%' : formatPercent(percent),
  shareOf: (share: string, count: number) => `${share} (${number(count)})`,

  appsIn: (environment: string) => `Applications in ${environment}`,
  app: 'Application',
  sdk: 'SDK',
  seen: 'Last report',
  evaluated: 'Evaluated',
  holds: 'Revision',
  unnamed: 'No name',
  noSdk: 'Unknown',
  bulk: (protocols: string) =>
    `${protocols}: applications also fetch all flags at once, so which of them they use is unknown.`,

  none: 'No usage reported',
  noneHint: 'No application evaluates this flag, or none reports usage. There are three ways to report it:',
  ways: {
    sdk: 'Burgee SDK: wrap your client once.',
    code: 'SDK code',
    unleash: 'Unleash SDKs: they report usage on their own.',
    ofrep: 'OFREP: Burgee counts single-flag evaluations, but not bulk evaluations.',
  },
  more: 'For details, see the {reference}.',
  reference: 'API reference',

  held: {
    none: 'No instance in the last day',
    unknown: (count: number) => `${instances(count)}, revision not reported`,
    otherEpoch: (count: number) => `${instances(count)} with flags from before a restore or from another server`,
    latest: (count: number, revision: number) => `${instances(count)} on the latest revision, ${number(revision)}`,
    behind: (count: number, revision: number, by: number) =>
      `${instances(count)} on revision ${number(revision)}, ${number(by)} behind`,
  },

  project: {
    title: 'Usage',
    tab: (project: string) => `Usage · ${project}`,
    flags: 'Flags by application',
    flagsHint: 'Latest evaluation first. An application is listed for 30 days.',
    flagsIn: (environment: string) => `Flags evaluated in ${environment}`,
    application: 'Application',
    anyApp: 'All applications',
    flag: 'Flag',
    apps: 'Applications',
    lastDay: 'Last 24 hours',
    noFlag: 'No application has reported a flag of this project here.',
    unused: (count: number) =>
      count === 1 ? '1 flag has no reported usage here.' : `${number(count)} flags have no reported usage here.`,
    applications: 'Applications',
    environment: 'Environment',
    noApp: 'No application reports usage from this environment',
    noAppHint: 'There are three ways to report which flags an application evaluates:',
    unknown: 'Unknown keys',
    unknownHint:
      'Applications evaluate these keys, but this project has no such flags. Often this is a typo in the code. Unleash SDKs report such keys too.',
    noneUnknown: 'Applications evaluate only flags that exist.',
    key: 'Key',
    count: 'Evaluations',
    first: 'First',
    last: 'Last',
  },
};
