import type { IncomingHttpHeaders } from 'node:http';
import { isUsageKey, USAGE_LIMITS, type UsageCounts, type UsageReport, type UsageWindow } from '@burgee/contracts/wire';
import { slices, windowsOf } from '../usage/usage-sums.js';

type JsonObject = Record<string, unknown>;

/** Counted flags of a body. */
const KEYS_AT_MOST = 10_000;

/** Longest accepted SDK name. A longer one is ignored, since parsing it for each application would take long. */
const SDK_CHARACTERS_AT_MOST = 200;

/** Characters that are replaced in names, which may contain anything: also half a letter, where a name was cut. */
const OTHER = /[^\p{L}\p{M}\p{N}_ .@/:+()-]/gu;

const fieldsOf = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

const listOf = (value: unknown, atMost: number): JsonObject[] =>
  Array.isArray(value) ? value.slice(0, atMost).map(fieldsOf) : [];

function nameOf(text: unknown): string | undefined {
  if (typeof text !== 'string' || text === '') return undefined;
  return text.slice(0, USAGE_LIMITS.nameCharacters).replace(OTHER, '_');
}

const countOf = (value: unknown): number =>
  Number.isInteger(value) && Number(value) > 0 ? Math.min(Number(value), USAGE_LIMITS.count) : 0;

/** In the header's format: `unleash-client-node:6.12.0`. */
function sdkOf(said: unknown, headers: IncomingHttpHeaders): Pick<UsageReport, 'sdk' | 'sdk_version'> {
  const text = [said, headers['unleash-sdk'], headers['x-unleash-sdk']].find((one) => typeof one === 'string') ?? '';
  const [sdk, version] = String(text)
    .slice(0, SDK_CHARACTERS_AT_MOST)
    .split(/[:@](?=[^:@]*$)/, 2);
  return { sdk: nameOf(sdk) ?? 'unleash', sdk_version: nameOf(version) ?? '-' };
}

/** A flag that is on by a rule is reported under the variant's name; without one it counts as off. */
function countsOf({ yes, no, variants }: JsonObject): UsageCounts {
  const [on, off] = [countOf(yes), countOf(no)];
  const targeted = Math.min(countOf(fieldsOf(variants).targeted), on);
  return {
    ...(on > targeted && { on: on - targeted }),
    ...(off > 0 && { off }),
    ...(targeted > 0 && { targeted }),
  };
}

function reportOf(said: JsonObject, headers: IncomingHttpHeaders): UsageReport {
  const instance = nameOf(said.instanceId);
  return {
    app: nameOf(said.appName) ?? '-',
    ...sdkOf(said.sdkVersion, headers),
    ...(instance !== undefined && { instance }),
    flags: {},
    unknown: {},
  };
}

/** A report for each slice of the counted flags; one without flags if none is counted. */
function reportsOf(report: UsageReport, toggles: Iterable<[unknown, JsonObject]>): UsageReport[] {
  const counted = new Map<string, UsageCounts>();
  for (const [key, toggle] of toggles)
    if (typeof key === 'string' && isUsageKey(key)) counted.set(key, countsOf(toggle));
  if (counted.size === 0) return [report];
  return [...slices(counted)].map((flags) => ({ ...report, flags }));
}

function bulkReports({ applications, metrics }: JsonObject, headers: IncomingHttpHeaders): UsageReport[] {
  const byApp = new Map<unknown, [unknown, JsonObject][]>();
  for (const metric of listOf(metrics, KEYS_AT_MOST)) {
    const its = byApp.get(metric.appName) ?? [];
    its.push([metric.featureName, metric]);
    byApp.set(metric.appName, its);
  }
  return [
    ...listOf(applications, USAGE_LIMITS.reports).map((application) => reportOf(application, headers)),
    ...[...byApp]
      .slice(0, USAGE_LIMITS.reports)
      .flatMap(([appName, toggles]) => reportsOf(reportOf({ appName }, headers), toggles)),
  ];
}

/**
 * Converts a usage report of an Unleash SDK, in windows that each fit into a request. Names are truncated and cleaned
 * instead of refused, since the senders cannot be changed. A key that the environment does not have counts as off; readers of the report compare.
 */
export function toUsage(
  kind: 'register' | 'metrics' | 'bulk',
  said: Record<string, unknown>,
  headers: IncomingHttpHeaders,
): UsageWindow[] {
  const toggles = () =>
    Object.entries(fieldsOf(fieldsOf(said.bucket).toggles))
      .slice(0, KEYS_AT_MOST)
      .map(([key, one]): [string, JsonObject] => [key, fieldsOf(one)]);
  const reports =
    kind === 'bulk'
      ? bulkReports(said, headers)
      : reportsOf(reportOf(said, headers), kind === 'metrics' ? toggles() : []);
  return [...windowsOf(reports)];
}
