import { setMaxListeners } from 'node:events';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { checkEnough, type DrillHouse, eventually, startDrillHouse } from '@burgee/testing';
import { closeConnections } from './call.js';
import { type Actors, castOf, record } from './cast.js';
import { CALLER, Crowding } from '../crowding.js';
import { type Evidence, gatherEvidence } from './evidence.js';
import { count, judge, summarize } from './judge.js';
import { Nemesis } from './nemesis.js';
import { Random } from './random.js';
import { buildTown, placeOf, readFlags, type Town } from './town.js';

export interface HistoryOptions {
  seed: number;
  seconds: number;
  sdkGateways: number;
  flagsAdmins: number;
  environments: number;
}

export interface HistoryReport {
  violations: string[];
  /** One line that says how much was seen, and how slow the slowest was. */
  summary: string;
}

/** Everything recovers unaided, within that time of the end of the last fault. */
const RECOVERY_MILLISECONDS = 10_000;

/** Every replica answers, fresh and alike, and every stream is where its environment is. */
async function settle({ house }: Town, cast: readonly Actors[]): Promise<void> {
  await eventually(
    async () => {
      for (const { plot, followers } of cast) {
        const answers = await Promise.all(house.gateways.map(({ base }) => readFlags(base, plot.environment)));
        const tags = answers.map((answer) => (answer?.headers['burgee-freshness'] ? 'stale' : answer?.headers.etag));
        if (new Set(tags).size !== 1 || tags[0] === undefined || tags[0] === 'stale')
          throw new Error(`${plot.environment.name} is not settled: ${tags.join(', ')}`);
        for (const follower of followers)
          if (follower.events().at(-1)?.revision !== placeOf(tags[0]).revision)
            throw new Error(`${follower.name} is at ${follower.events().at(-1)?.revision} of ${tags[0]}`);
      }
    },
    RECOVERY_MILLISECONDS,
    100,
  );
}

/** Audit facts that are confirmed are gone from the outbox. */
async function auditIsDone(town: Town): Promise<Evidence> {
  return eventually(
    async () => {
      const evidence = await gatherEvidence(town);
      const changes = town.plots.reduce(
        (sum, plot) =>
          sum + (evidence.log.get(plot.environment.id) ?? []).filter(({ revision }) => revision > plot.first).length,
        0,
      );
      if (evidence.audit.length < changes) throw new Error(`${evidence.audit.length} entries of ${changes} changes`);
      return evidence;
    },
    RECOVERY_MILLISECONDS,
    200,
  ).catch(() => gatherEvidence(town));
}

/** Lets writers, readers and stream clients loose on a house that a nemesis breaks, and holds what they saw against the promises. */
export async function runHistory(options: HistoryOptions): Promise<HistoryReport> {
  const { seed, seconds, environments, ...replicas } = options;
  const random = new Random(seed);
  const house = await startDrillHouse(replicas);
  const followed = new AbortController();
  try {
    const town = await buildTown(house, environments);
    const cast = town.plots.map((plot) => castOf(town, plot, random.fork()));
    const nemesis = new Nemesis(house, random.fork());
    const following = cast.flatMap(({ followers }) => followers.map((one) => one.run(followed.signal)));
    const time = AbortSignal.timeout(seconds * 1_000);
    setMaxListeners(0, time, followed.signal);
    const crowding = new Crowding(() => [{ name: CALLER, pid: process.pid }, ...Object.values(house.services)]);
    crowding.start();
    nemesis.start();
    await Promise.all(
      cast.flatMap(({ writer, readers }) => [writer.run(time), ...readers.map((one) => one.run(time))]),
    );
    await nemesis.stop();
    crowding.stop();
    const healedAt = performance.now();
    const [unsettled, evidence] = await Promise.all([
      settle(town, cast).then(
        () => [],
        (error: Error) => [error.message],
      ),
      auditIsDone(town),
    ]);
    const recovery = performance.now() - healedAt;
    const seen = count(cast, nemesis.faults, crowding);
    const violations = [
      ...checkEnough(seen, seconds),
      ...unsettled,
      ...judge(cast, evidence, nemesis.faults, crowding),
    ];
    if (violations.length > 0)
      keep(seed, house, {
        options,
        faults: nemesis.faults,
        violations,
        cast: record(cast),
        evidence,
        waits: crowding.waits,
      });
    followed.abort();
    for (const { followers } of cast) for (const one of followers) one.close();
    await Promise.all(following);
    return {
      violations,
      summary: `seed ${seed}: ${summarize(cast, nemesis.faults, seen)}; recovered in ${recovery.toFixed(0)} ms`,
    };
  } finally {
    followed.abort();
    await house.stop();
    closeConnections();
  }
}

/** Everything that is needed to find out why, in a folder that stays: the history, and what each process printed. */
function keep(seed: number, house: DrillHouse, history: object): void {
  const folder = join(tmpdir(), `burgee-history-${seed}`);
  rmSync(folder, { recursive: true, force: true });
  for (const { logFile } of Object.values(house.services)) cpSync(logFile, join(folder, basename(logFile)));
  const asJson = (_key: string, value: unknown) => (value instanceof Map ? [...value] : value);
  writeFileSync(join(folder, 'history.json'), JSON.stringify(history, asJson));
  process.stderr.write(`The history is in ${folder}\n`);
}
