import { randomUUID } from 'node:crypto';
import { type KeyKind, USAGE_LIMITS, type UsageReport, type UsageWindow } from '@burgee/contracts/wire';
import { Tally } from '../tally.js';
import { SHARE_OF_TENANT } from './share-of-tenant.js';
import type { UsageSink } from './usage-sink.js';

/** Flags, unknown keys and instances, each some 200 bytes. */
const ENTRIES_AT_MOST = 50_000;
/** Of the reports of a window: the largest has so many bytes at most, since a report that is packed has few. */
const WINDOW_BYTES = USAGE_LIMITS.bodyBytes / 2;
/** Of one report, some 12 kB. */
const KEYS_OF_REPORT = 50;

type OfApplication = Pick<UsageReport, 'app' | 'sdk' | 'sdk_version'>;

/** What all instances of an application evaluated. */
interface Sum extends OfApplication {
  tenant: string;
  keyKind: KeyKind;
  flags: Map<string, Record<string, number>>;
  unknown: Map<string, number>;
  /** With the position that each has. */
  instances: Map<string, string | undefined>;
  bulk: number;
}

interface Environment {
  environmentId: string;
  keyKind: KeyKind;
  sums: Map<string, Sum>;
}

/** Usage summed up in memory, by environment, kind of key and application, until it is taken. */
export class UsageSums implements Pick<UsageSink, 'evaluated' | 'bulk'> {
  /** By kind of key, too. */
  private environments = new Map<string, Environment>();
  private entries = 0;
  /** By kind of key, too. */
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

  add(environmentId: string, report: UsageReport, keyKind: KeyKind): void {
    const sum = this.sumOf(environmentId, report, keyKind);
    if (!sum) return;
    const { instance, position, flags, unknown, bulk = 0 } = report;
    if (instance !== undefined && this.hasRoom(sum, sum.instances, instance)) sum.instances.set(instance, position);
    for (const [key, counts] of Object.entries(flags))
      for (const [variant, count] of Object.entries(counts)) this.count(sum, key, variant, count);
    for (const [key, count] of Object.entries(unknown)) this.count(sum, key, 'unknown', count);
    sum.bulk += bulk;
  }

  evaluated(...[environmentId, protocol, flagKey, variant, keyKind]: Parameters<UsageSink['evaluated']>): void {
    const sum = this.sumOf(environmentId, ofProtocol(protocol), keyKind);
    if (sum) this.count(sum, flagKey, variant, 1);
  }

  bulk(environmentId: string, protocol: string, keyKind: KeyKind): void {
    const sum = this.sumOf(environmentId, ofProtocol(protocol), keyKind);
    if (sum) sum.bulk++;
  }

  /** All of it, in windows that each fit into a request, and each of which is made when it is asked for. */
  *take(): Generator<[environmentId: string, window: UsageWindow, keyKind: KeyKind]> {
    const { environments } = this;
    this.environments = new Map();
    this.entries = 0;
    this.byTenant = new Tally();
    for (const { environmentId, keyKind, sums } of environments.values()) {
      let reports: UsageReport[] = [];
      let bytes = 0;
      for (const sum of sums.values())
        for (const report of reportsOf(sum)) {
          const size = JSON.stringify(report).length;
          if (reports.length === USAGE_LIMITS.reports || (reports.length > 0 && bytes + size > WINDOW_BYTES)) {
            yield [environmentId, { window: randomUUID(), reports }, keyKind];
            [reports, bytes] = [[], 0];
          }
          reports.push(report);
          bytes += size;
        }
      if (reports.length > 0) yield [environmentId, { window: randomUUID(), reports }, keyKind];
    }
  }

  private sumOf(environmentId: string, { app, sdk, sdk_version }: OfApplication, keyKind: KeyKind) {
    const id = `${keyKind} ${environmentId}`;
    const sums = this.environments.get(id)?.sums ?? new Map<string, Sum>();
    const name = `${app}\n${sdk}\n${sdk_version}`;
    const known = sums.get(name);
    if (known) return known;
    const tenant = this.tenantOf(environmentId);
    const of = { tenant, keyKind };
    if (!this.hasRoom(of, sums, name)) return undefined;
    const maps = { flags: new Map(), unknown: new Map(), instances: new Map() };
    const sum: Sum = { ...of, app, sdk, sdk_version, ...maps, bulk: 0 };
    sums.set(name, sum);
    this.environments.set(id, { environmentId, keyKind, sums });
    return sum;
  }

  private count(sum: Sum, key: string, variant: string, count: number): void {
    const { flags, unknown } = sum;
    if (variant === 'unknown') {
      if (this.hasRoom(sum, unknown, key)) unknown.set(key, atMost((unknown.get(key) ?? 0) + count));
      return;
    }
    if (!this.hasRoom(sum, flags, key)) return;
    const counts = flags.get(key) ?? {};
    counts[variant] = atMost((counts[variant] ?? 0) + count);
    flags.set(key, counts);
  }

  private hasRoom(of: Pick<Sum, 'tenant' | 'keyKind'>, map: ReadonlyMap<string, unknown>, name: string): boolean {
    if (map.has(name)) return true;
    const tenant = `${of.keyKind} ${of.tenant}`;
    if (this.byTenant.of(tenant) >= (this.entriesAtMost - this.entries) * SHARE_OF_TENANT[of.keyKind]) {
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
