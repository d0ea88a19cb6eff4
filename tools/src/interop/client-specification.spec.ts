import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { evaluate, type EvaluationContext, type Flag } from '@burgee/evaluation';
import { toEvaluationContext, toFeature } from '@burgee/unleash-api';
import { afterAll, describe, expect, it } from '@jest/globals';
import { type Context, InMemStorageProvider, Unleash } from 'unleash-client';
import { planFlag } from '../unleash/plan-flag.js';
import type { UnleashDocument } from '../unleash/unleash-document.js';

const FOLDER = join('node_modules', '@unleash', 'client-specification', 'specifications');
const read = (name: string) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));

interface Case {
  description: string;
  context: Record<string, unknown>;
  toggleName: string;
  expectedResult: boolean | { enabled: boolean; payload?: { value: string } };
}
interface Specification {
  name: string;
  state: Partial<UnleashDocument>;
  tests?: Case[];
  variantTests?: Case[];
}

/** Without any, the SDK waits for some. */
const ANOTHER = { name: 'another', enabled: false, strategies: [], variants: [] };

/** Why a case says something that a flag cannot; without numbers and names, so that they can be counted. */
const reasonOf = (text: string) => text.replaceAll(/\d+ /g, 'n ').replace(/(compares) \S+/, '$1 an attribute');

/** @returns the flag of a case, none where the feature does not exist, or why there can be no such flag */
function flagOf({ state }: Specification, { toggleName }: Case): { flag?: Flag } | { reason: string } {
  if (!state.features) return { reason: 'its state comes as events, which Burgee sends and does not read' };
  const feature = state.features.find(({ name }) => name === toggleName);
  if (!feature) return {};
  const plan = planFlag(feature);
  if ('reasons' in plan) return { reason: reasonOf(plan.reasons[0]!) };
  const [difference] = plan.flag.differences;
  if (difference !== undefined) return { reason: reasonOf(difference) };
  const { key, type, value } = plan.flag;
  return { flag: { flag_id: key, key, name: key, type, ...value } };
}

/** What a case is about: whether the flag is on, or the value that it has. */
const expectedOf = ({ expectedResult }: Case): unknown =>
  typeof expectedResult === 'boolean' ? expectedResult : (expectedResult.payload?.value ?? null);

/** As Unleash says it. */
const textOf = (value: unknown) => (value === null || typeof value === 'string' ? value : JSON.stringify(value));

function byBurgee({ flag }: { flag?: Flag }, { context, toggleName, expectedResult }: Case): unknown {
  const flags = flag ? [flag] : [];
  const about: EvaluationContext = toEvaluationContext(context);
  if (typeof expectedResult !== 'boolean') {
    if (flag?.type === 'boolean') return null;
    return textOf(evaluate<unknown>(flags, toggleName, null, about, flag?.type ?? 'string').value);
  }
  const { value, variant } = evaluate<unknown>(flags, toggleName, false, about, flag?.type ?? 'boolean');
  return flag && flag.type !== 'boolean' ? variant !== undefined && variant !== 'off' : value;
}

async function byUnleash({ flag }: { flag?: Flag }, { context, toggleName, expectedResult }: Case): Promise<unknown> {
  const unleash = new Unleash({
    appName: 'specification',
    url: 'http://127.0.0.1:1/',
    refreshInterval: 0,
    disableMetrics: true,
    skipInstanceCountWarning: true,
    storageProvider: new InMemStorageProvider(),
    bootstrap: { data: [...(flag ? [toFeature(flag)] : []), ANOTHER] as never },
  });
  await new Promise((resolve, reject) => unleash.once('synchronized', resolve).once('error', reject));
  const { enabled, payload } = unleash.getVariant(toggleName, context as Context);
  const isEnabled = unleash.isEnabled(toggleName, context as Context);
  unleash.destroy();
  if (typeof expectedResult === 'boolean') return isEnabled;
  return enabled ? (payload?.value ?? null) : null;
}

const specifications: Specification[] = (read('index.json') as string[]).map(read);
const cases = specifications.flatMap((specification) =>
  [...(specification.tests ?? []), ...(specification.variantTests ?? [])].map((one) => ({
    name: `${specification.name}: ${one.description}`,
    one,
    flag: flagOf(specification, one),
  })),
);
const expressible = cases.flatMap(({ name, one, flag }) => ('reason' in flag ? [] : [{ name, one, flag }]));

describe("Unleash's client specification", () => {
  afterAll(() => {
    const reasons = new Map<string, number>();
    for (const { flag } of cases) if ('reason' in flag) reasons.set(flag.reason, (reasons.get(flag.reason) ?? 0) + 1);
    const lines = [...reasons]
      .toSorted(([, a], [, b]) => b - a)
      .map(([reason, count]) => `  ${String(count).padStart(3)}  ${reason}`);
    const said = `${expressible.length} of ${cases.length} cases of Unleash's client specification can be said here. The others:`;
    process.stdout.write(`${[said, ...lines].join('\n')}\n`);
  });

  it.each(expressible)('$name', async ({ one, flag }) => {
    expect(byBurgee(flag, one)).toEqual(expectedOf(one));
    expect(await byUnleash(flag, one)).toEqual(expectedOf(one));
  });

  it('has cases that can be said here', () => {
    expect(expressible.length).toBeGreaterThan(35);
  });
});
