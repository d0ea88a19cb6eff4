import { randomUUID } from 'node:crypto';
import { type KeyKind, USAGE_LIMITS, type UsageReport, type UsageWindow } from '@burgee/contracts/wire';
import type { UsageSink } from './usage-sink.js';

/** Flags, unknown keys and instances of about 200 bytes each. */
const ENTRIES_AT_MOST = 50_000;
/** Limit of the reports in a window. A packed report is far smaller than this. */
const WINDOW_BYTES = USAGE_LIMITS.bodyBytes / 2;
/** Per report, about 12 kB. */
const KEYS_OF_REPORT = 50;

/**
 * The share of free room that an environment may take per kind of key, so that others find room. Client keys are in
 * every page: reports with them take no room from SDK keys.
 */
export const SHARE_OF_LEFT: Record<KeyKind, number> = { sdk: 1 / 4, client: 1 / 8 };

type UsedApplication = Pick<UsageReport, 'app' | 'sdk' | 'sdk_version'>;

/** The sum over all instances of an application. */
interface UsageSum extends UsedApplication {
  flags: Map<string, Record<string, number>>;
  unknown: Map<string, number>;
  /** With the position of each. */
  instances: Map<string, string | undefined>;
  bulk: number;
}

/** The usage of an environment with one kind of key. */
interface EnvironmentUsage {
  environmentId: string;
  keyKind: KeyKind;
  entries: number;
  sums: Map<string, UsageSum>;
}

/** Sums usage in memory by environment, kind of key and application, until it is taken. */
export class UsageSums implements Pick<UsageSink, 'evaluated' | 'bulk'> {
  /** Also by kind of key. */
  private environments = new Map<string, EnvironmentUsage>();
  private entries = 0;

  /** @param dropped is called for entries beyond the limit */
  constructor(
    private readonly dropped: () => void,
    private readonly entriesAtMost = ENTRIES_AT_MOST,
  ) {}

  add(environmentId: string, report: UsageReport, keyKind: KeyKind): void {
    const of = this.environmentOf(environmentId, keyKind);
    const sum = this.sumOf(of, report);
    if (!sum) return;
    const { instance, position, flags, unknown, bulk = 0 } = report;
    if (instance !== undefined && this.hasRoom(of, sum.instances, instance)) sum.instances.set(instance, position);
    for (const [key, counts] of Object.entries(flags))
      for (const [variant, count] of Object.entries(counts)) this.count(of, sum, key, variant, count);
    for (const [key, count] of Object.entries(unknown)) this.count(of, sum, key, 'unknown', count);
    sum.bulk += bulk;
  }

  evaluated(...[environmentId, protocol, flagKey, variant, keyKind]: Parameters<UsageSink['evaluated']>): void {
    const of = this.environmentOf(environmentId, keyKind);
    const sum = this.sumOf(of, ofProtocol(protocol));
    if (sum) this.count(of, sum, flagKey, variant, 1);
  }

  bulk(environmentId: string, protocol: string, keyKind: KeyKind): void {
    const sum = this.sumOf(this.environmentOf(environmentId, keyKind), ofProtocol(protocol));
    if (sum) sum.bulk++;
  }

  /** Takes everything, in windows that each fit into a request and are built one by one. */
  *take(): Generator<[environmentId: string, window: UsageWindow, keyKind: KeyKind]> {
    const { environments } = this;
    this.environments = new Map();
    this.entries = 0;
    for (const { environmentId, keyKind, sums } of environments.values())
      for (const window of windowsOf(reportsOfEach(sums.values()))) yield [environmentId, window, keyKind];
  }

  /** Not stored yet: an environment without room takes no memory. */
  private environmentOf(environmentId: string, keyKind: KeyKind): EnvironmentUsage {
    return (
      this.environments.get(`${keyKind} ${environmentId}`) ?? { environmentId, keyKind, entries: 0, sums: new Map() }
    );
  }

  private sumOf(of: EnvironmentUsage, { app, sdk, sdk_version }: UsedApplication): UsageSum | undefined {
    const name = `${app}\n${sdk}\n${sdk_version}`;
    const known = of.sums.get(name);
    if (known) return known;
    if (!this.hasRoom(of, of.sums, name)) return undefined;
    const sum: UsageSum = {
      app,
      sdk,
      sdk_version,
      flags: new Map(),
      unknown: new Map(),
      instances: new Map(),
      bulk: 0,
    };
    of.sums.set(name, sum);
    this.environments.set(`${of.keyKind} ${of.environmentId}`, of);
    return sum;
  }

  private count(of: EnvironmentUsage, { flags, unknown }: UsageSum, key: string, variant: string, count: number): void {
    if (variant === 'unknown') {
      if (this.hasRoom(of, unknown, key)) unknown.set(key, atMost((unknown.get(key) ?? 0) + count));
      return;
    }
    if (!this.hasRoom(of, flags, key)) return;
    const counts = flags.get(key) ?? {};
    counts[variant] = atMost((counts[variant] ?? 0) + count);
    flags.set(key, counts);
  }

  private hasRoom(of: EnvironmentUsage, map: ReadonlyMap<string, unknown>, name: string): boolean {
    if (map.has(name)) return true;
    if (of.entries >= (this.entriesAtMost - this.entries) * SHARE_OF_LEFT[of.keyKind]) {
      this.dropped();
      return false;
    }
    this.entries++;
    of.entries++;
    return true;
  }
}

const atMost = (count: number): number => Math.min(count, USAGE_LIMITS.count);

/** For decisions made here: the protocol names no application that could be trusted. */
const ofProtocol = (protocol: string) => ({ app: protocol, sdk: protocol, sdk_version: '-' });

/** Groups reports into windows that each fit into a request, built one by one. */
export function* windowsOf(reports: Iterable<UsageReport>): Generator<UsageWindow> {
  let group: UsageReport[] = [];
  let [bytes, keys] = [0, 0];
  for (const report of reports) {
    const size = Buffer.byteLength(JSON.stringify(report));
    const count = Object.keys(report.flags).length + Object.keys(report.unknown).length;
    const isFull = group.length === USAGE_LIMITS.reports || keys + count > USAGE_LIMITS.keys;
    if (isFull || (group.length > 0 && bytes + size > WINDOW_BYTES)) {
      yield { window: randomUUID(), reports: group };
      [group, bytes, keys] = [[], 0, 0];
    }
    group.push(report);
    bytes += size;
    keys += count;
  }
  if (group.length > 0) yield { window: randomUUID(), reports: group };
}

/** Splits entries into records that each fit into a report. */
export function* slices<T>(entries: Iterable<[string, T]>): Generator<Record<string, T>> {
  const all = [...entries];
  for (let from = 0; from < all.length; from += KEYS_OF_REPORT)
    yield Object.fromEntries(all.slice(from, from + KEYS_OF_REPORT));
}

function* reportsOfEach(sums: Iterable<UsageSum>): Generator<UsageReport> {
  for (const sum of sums) yield* reportsOf(sum);
}

/** The counts over all instances, then each instance. */
function* reportsOf({ app, sdk, sdk_version, flags, unknown, instances, bulk }: UsageSum): Generator<UsageReport> {
  const of = { app, sdk, sdk_version };
  for (const some of slices(flags)) yield { ...of, flags: some, unknown: {} };
  for (const some of slices(unknown)) yield { ...of, flags: {}, unknown: some };
  for (const [instance, position] of instances)
    yield { ...of, instance, ...(position !== undefined && { position }), flags: {}, unknown: {} };
  if (bulk > 0) yield { ...of, flags: {}, unknown: {}, bulk: atMost(bulk) };
}
