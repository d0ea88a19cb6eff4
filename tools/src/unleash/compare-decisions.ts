import { type Context, InMemStorageProvider, Unleash } from 'unleash-client';
import type { UnleashConstraint, UnleashDocument, UnleashFeature } from './unleash-document.js';

export interface Comparison {
  decisions: number;
  /** Of them, how many a condition decided (the caller has a value that it names), and how many a percentage. */
  byCondition: number;
  byPercentage: number;
  /** How many decisions of a flag differ, by its key, with the first of them. */
  differing: Map<string, { count: number; example: string }>;
  /** In Unleash alone, so not compared. */
  missing: string[];
}

/** Unleash's own engine, with these features in the place of an answer. */
async function engine(features: readonly object[]): Promise<Unleash> {
  const unleash = new Unleash({
    appName: 'compare',
    url: 'http://127.0.0.1:1/',
    refreshInterval: 0,
    disableMetrics: true,
    skipInstanceCountWarning: true,
    storageProvider: new InMemStorageProvider(),
    bootstrap: { data: features as never },
  });
  await new Promise((resolve, reject) => unleash.once('synchronized', resolve).once('error', reject));
  return unleash;
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const constraintsOf = ({ strategies = [] }: UnleashFeature): UnleashConstraint[] =>
  strategies.flatMap(({ name, constraints = [], parameters = {} }) =>
    name === 'userWithId'
      ? [{ contextName: 'userId', operator: 'IN', values: String(parameters.userIds ?? '').split(/ *, */) }]
      : constraints,
  );

const isSplit = ({ enabled, strategies = [] }: UnleashFeature) =>
  enabled &&
  strategies.some(({ parameters = {} }) => {
    const percentage = Number(parameters.rollout ?? parameters.percentage);
    return percentage > 0 && percentage < 100;
  });

const OF_A_CONTEXT = new Set(['userId', 'sessionId', 'remoteAddress', 'environment', 'appName']);

const put = (context: Context, name: string, value: string): Context =>
  OF_A_CONTEXT.has(name)
    ? { ...context, [name]: value }
    : { ...context, properties: { ...context.properties, [name]: value } };

function decide(unleash: Unleash, name: string, context: Context): string {
  if (!unleash.isEnabled(name, context)) return 'off';
  const { enabled, name: variant, payload } = unleash.getVariant(name, context);
  return enabled ? `on, ${payload?.value ?? variant}` : 'on';
}

/**
 * Decides features of Unleash and flags of Burgee, as its client API tells them, by Unleash's own engine, for made-up callers who all have a
 * userId. A third of the decisions is for callers whom a condition names, and a third is of flags with a percentage, where there are such.
 * @param ours features of Burgee
 */
export async function compareDecisions(
  { features }: UnleashDocument,
  ours: readonly { name: string }[],
  { decisions, seed }: { decisions: number; seed: number },
): Promise<Comparison> {
  const names = new Set(ours.map(({ name }) => name));
  const common = features.filter(({ name }) => names.has(name));
  const missing = features.flatMap(({ name }) => (names.has(name) ? [] : [name])).toSorted();
  const result: Comparison = { decisions: 0, byCondition: 0, byPercentage: 0, differing: new Map(), missing };
  if (common.length === 0) return result;
  const random = randomOf(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const conditional = common.filter((feature) => feature.enabled && constraintsOf(feature).length > 0);
  const split = common.filter(isSplit);
  const [theirs, own] = [await engine(features), await engine(ours)];
  for (; result.decisions < decisions; result.decisions++) {
    const third = result.decisions % 3;
    const wanted = third === 0 ? conditional : third === 1 ? split : common;
    const feature = pick(wanted.length > 0 ? wanted : common);
    let context: Context = { userId: String(Math.floor(random() * 1e9)) };
    const constraints = constraintsOf(feature);
    const isNamed = constraints.length > 0 && third === 0;
    for (const { contextName, values = [], value } of constraints) {
      const given = isNamed || random() < 0.5 ? pick([...values, ...(value === undefined ? [] : [value])]) : 'nowhere';
      if (given !== undefined) context = put(context, contextName, given);
    }
    if (isNamed) result.byCondition++;
    else if (isSplit(feature)) result.byPercentage++;
    const [left, right] = [decide(theirs, feature.name, context), decide(own, feature.name, context)];
    if (left === right) continue;
    const before = result.differing.get(feature.name);
    const example = `${left} in Unleash, ${right} in Burgee, for ${JSON.stringify(context)}`;
    result.differing.set(feature.name, { count: (before?.count ?? 0) + 1, example: before?.example ?? example });
  }
  theirs.destroy();
  own.destroy();
  return result;
}

const count = (value: number) => value.toLocaleString('en');

/** The sums, and a line for each flag that differs. */
export function describeComparison({ decisions, byCondition, byPercentage, differing, missing }: Comparison): string {
  const share = (part: number) => `${decisions === 0 ? 0 : Math.round((100 * part) / decisions)} %`;
  const differences = [...differing.values()].reduce((sum, one) => sum + one.count, 0);
  return [
    ...[...differing]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => `✗ ${key}: ${count(one.count)} differ: ${one.example}`),
    ...(missing.length > 0 ? [`Not in Burgee, so not compared: ${missing.join(', ')}.`] : []),
    `${count(differences)} of ${count(decisions)} decisions differ. ` +
      `A condition decided ${share(byCondition)}, a percentage ${share(byPercentage)}. Every caller had a userId.`,
  ].join('\n');
}
