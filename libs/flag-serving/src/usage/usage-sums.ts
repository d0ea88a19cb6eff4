import { randomUUID } from 'node:crypto';
import { USAGE_LIMITS, type UsageReport, type UsageVariant, type UsageWindow } from '@burgee/contracts/wire';
import { Tally } from '../tally.js';
import type { UsageSink } from './usage-sink.js';

/** Flags, unknown keys and instances, each some 200 bytes. */
const ENTRIES_AT_MOST = 50_000;
/** Of what is left, so that those who come anew find some: 10,000 of one tenant alone. */
const SHARE_OF_TENANT = 1 / 4;
/** Of the reports of a window: the largest has so many bytes at most, since a report that is packed has few. */
const WINDOW_BYTES = USAGE_LIMITS.bodyBytes / 2;
/** Of one report, some 12 kB. */
const KEYS_OF_REPORT = 50;

/** What all instances of an application evaluated. */
interface Sum extends Pick<UsageReport, 'app' | 'sdk' | 'sdk_version'> {
  tenant: string;
  flags: Map<string, Record<string, number>>;
  unknown: Map<string, number>;
  /** With the position that each has. */
  instances: Map<string, string | undefined>;
  bulk: number;
}

/** Usage summed up in memory, by environment and application, until it is taken. */
export class UsageSums implements Pick<UsageSink, 'evaluated' | 'bulk'> {
  private environments = new Map<string, Map<string, Sum>>();
  private entries = 0;
  private byTenant = new Tally();

  /**
   * @param dropped is called for what finds no room
   * @param tenantOf whose an environment is; left out, each is one's own
   */
  constructor(
    private readonly dropped: () => void,
    private readonly entriesAtMost = ENTRIES_AT_MOST,
    private readonly tenantOf = (environmentId: string): string => environmentId,
  ) {}

  add(environmentId: string, report: UsageReport): void {
    const sum = this.sumOf(environmentId, report);
    if (!sum) return;
    const { instance, position, flags, unknown, bulk = 0 } = report;
    if (instance !== undefined && this.hasRoom(sum.tenant, sum.instances, instance))
      sum.instances.set(instance, position);
    for (const [key, counts] of Object.entries(flags))
      for (const [variant, count] of Object.entries(counts)) this.count(sum, key, variant, count);
    for (const [key, count] of Object.entries(unknown)) this.count(sum, key, 'unknown', count);
    sum.bulk += bulk;
  }

  evaluated(environmentId: string, protocol: string, flagKey: string, variant: UsageVariant | 'unknown'): void {
    const sum = this.sumOf(environmentId, ofProtocol(protocol));
    if (sum) this.count(sum, flagKey, variant, 1);
  }

  bulk(environmentId: string, protocol: string): void {
    const sum = this.sumOf(environmentId, ofProtocol(protocol));
    if (sum) sum.bulk++;
  }

  /** All of it, in windows that each fit into a request, and each of which is made when it is asked for. */
  *take(): Generator<[environmentId: string, window: UsageWindow]> {
    const { environments } = this;
    this.environments = new Map();
    this.entries = 0;
    this.byTenant = new Tally();
    for (const [environmentId, sums] of environments) {
      let reports: UsageReport[] = [];
      let bytes = 0;
      for (const sum of sums.values())
        for (const report of reportsOf(sum)) {
          const size = JSON.stringify(report).length;
          if (reports.length === USAGE_LIMITS.reports || (reports.length > 0 && bytes + size > WINDOW_BYTES)) {
            yield [environmentId, { window: randomUUID(), reports }];
            [reports, bytes] = [[], 0];
          }
          reports.push(report);
          bytes += size;
        }
      if (reports.length > 0) yield [environmentId, { window: randomUUID(), reports }];
    }
  }

  private sumOf(environmentId: string, { app, sdk, sdk_version }: Pick<UsageReport, 'app' | 'sdk' | 'sdk_version'>) {
    const sums = this.environments.get(environmentId) ?? new Map<string, Sum>();
    const name = `${app}\n${sdk}\n${sdk_version}`;
    const known = sums.get(name);
    if (known) return known;
    const tenant = this.tenantOf(environmentId);
    if (!this.hasRoom(tenant, sums, name)) return undefined;
    const sum = { tenant, app, sdk, sdk_version, flags: new Map(), unknown: new Map(), instances: new Map(), bulk: 0 };
    sums.set(name, sum);
    this.environments.set(environmentId, sums);
    return sum;
  }

  private count({ tenant, flags, unknown }: Sum, key: string, variant: string, count: number): void {
    if (variant === 'unknown') {
      if (this.hasRoom(tenant, unknown, key)) unknown.set(key, atMost((unknown.get(key) ?? 0) + count));
      return;
    }
    if (!this.hasRoom(tenant, flags, key)) return;
    const counts = flags.get(key) ?? {};
    counts[variant] = atMost((counts[variant] ?? 0) + count);
    flags.set(key, counts);
  }

  private hasRoom(tenant: string, map: ReadonlyMap<string, unknown>, name: string): boolean {
    if (map.has(name)) return true;
    if (this.byTenant.of(tenant) >= (this.entriesAtMost - this.entries) * SHARE_OF_TENANT) {
      this.dropped();
      return false;
    }
    this.entries++;
    this.byTenant.add(tenant, 1);
    return true;
  }
}

const atMost = (count: number): number => Math.min(count, USAGE_LIMITS.count);

/** Decided here: the protocol names no application that could be believed. */
const ofProtocol = (protocol: string) => ({ app: protocol, sdk: protocol, sdk_version: '-' });

function* slices<T>(entries: Iterable<[string, T]>): Generator<Record<string, T>> {
  const all = [...entries];
  for (let from = 0; from < all.length; from += KEYS_OF_REPORT)
    yield Object.fromEntries(all.slice(from, from + KEYS_OF_REPORT));
}

/** The counts of all instances, and each instance that is there. */
function* reportsOf({ app, sdk, sdk_version, flags, unknown, instances, bulk }: Sum): Generator<UsageReport> {
  const of = { app, sdk, sdk_version };
  for (const some of slices(flags)) yield { ...of, flags: some, unknown: {} };
  for (const some of slices(unknown)) yield { ...of, flags: {}, unknown: some };
  for (const [instance, position] of instances)
    yield { ...of, instance, ...(position !== undefined && { position }), flags: {}, unknown: {} };
  if (bulk > 0) yield { ...of, flags: {}, unknown: {}, bulk: atMost(bulk) };
}
