import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { attributeText, evaluate, type EvaluationContext, type Flag } from '@burgee/evaluation';
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Context, InMemStorageProvider, Unleash } from 'unleash-client';
import { toFeature } from './to-feature.js';
import { type Limit, limitsOfDecision, LIMITS } from './limits.js';

interface LimitVectors {
  base: Flag;
  cases: { limit: Limit; flag: Partial<Flag>; context: EvaluationContext; default?: boolean }[];
}

let sdk: Unleash | undefined;
afterEach(() => sdk?.destroy());

/** Unleash's unchanged SDK, with these flags as its answer. */
async function sdkWith(flags: readonly Flag[]): Promise<Unleash> {
  sdk?.destroy();
  const data = flags.map(toFeature);
  const unleash = new Unleash({
    appName: 'interop',
    url: 'http://127.0.0.1:1/',
    refreshInterval: 0,
    disableMetrics: true,
    skipInstanceCountWarning: true,
    storageProvider: new InMemStorageProvider(),
    bootstrap: { data: data as never },
  });
  sdk = unleash;
  await new Promise((resolve, reject) => unleash.once('synchronized', resolve).once('error', reject));
  return unleash;
}

const TOP = new Set(['sessionId', 'remoteAddress']);

/** Translates a context from Burgee's form to Unleash's. */
function unleashContext({ targetingKey, ...attributes }: EvaluationContext): Context {
  const texts = Object.keys(attributes).flatMap((name) => {
    const text = attributeText({ [name]: attributes[name] }, name);
    return text === undefined ? [] : [[name, text] as const];
  });
  const userId = attributeText({ targetingKey }, 'targetingKey');
  return {
    ...(userId !== undefined && { userId }),
    ...Object.fromEntries(texts.filter(([name]) => TOP.has(name))),
    properties: Object.fromEntries(texts.filter(([name]) => !TOP.has(name))),
  };
}

/** The value that an application gets, in the flag's type; undefined = its default. */
function valueByUnleash(unleash: Unleash, { key, type }: Flag, context: EvaluationContext): unknown {
  const asked = unleashContext(context);
  if (type === 'boolean') return unleash.isEnabled(key, asked, true);
  const { enabled, payload } = unleash.getVariant(key, asked);
  if (!enabled || !payload) return undefined;
  return type === 'string' ? payload.value : JSON.parse(payload.value);
}

function valueByBurgee(flags: readonly Flag[], { key, type }: Flag, context: EvaluationContext): unknown {
  return evaluate<unknown>(flags, key, type === 'boolean' ? false : undefined, context, type).value;
}

const VALUES = ['NO', 'SE', 'true', '7', '0.5', 'pro', 'user-1', 'æøå', ''];
const LISTS = ['["NO","SE","user-1"]', ' [ "7", "0.5", "true" ]', '["pro",""]', '["æøå"]', '[]', '["NO",7]'];
const ATTRIBUTES = ['country', 'plan', 'sessionId', 'remoteAddress', 'targetingKey', 'userId', 'user.plan', 'appName'];
const RETURNED = {
  boolean: ['true', 'false', 'maybe'],
  string: ['blue', '', ' x '],
  number: ['1', '0x10', '1e21', '-0.5', 'none'],
  json: ['{"a":[1,"b"]}', 'null', '[]', '{', '"text"'],
};

const flagOf = (key: string) =>
  fc.constantFrom(...(Object.keys(RETURNED) as (keyof typeof RETURNED)[])).chain((type) =>
    fc.record<Flag>({
      flag_id: fc.constant(`id of ${key}`),
      key: fc.constant(key),
      name: fc.constant(key),
      type: fc.constant(type),
      is_enabled: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.constant(false)),
      rollout_percentage: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constantFrom(0, 100)),
      targeting_attribute: fc.option(fc.constantFrom(...ATTRIBUTES)),
      targeting_value: fc.option(fc.constantFrom(...VALUES, ...LISTS), { freq: 8 }),
      targeting_return_value: fc.option(fc.constantFrom(...RETURNED[type])),
    }),
  );
const FLAGS = fc.tuple(...Array.from({ length: 40 }, (_, index) => flagOf(`flag-${index}`)));
const attribute = fc.option(fc.oneof(fc.constantFrom(...VALUES), fc.constantFrom(7, 0.5, true)), { nil: undefined });
const CONTEXTS = fc.array(
  fc
    .record({
      targetingKey: fc.option(fc.oneof(fc.uuid(), fc.integer(), fc.constantFrom('user-1', 'æøå', '')), {
        nil: undefined,
      }),
      rest: fc.record(Object.fromEntries(ATTRIBUTES.slice(0, 4).map((name) => [name, attribute]))),
    })
    .map(({ targetingKey, rest }) => ({ targetingKey, ...rest })),
  { minLength: 20, maxLength: 20 },
);

describe("Unleash's SDK for Node", () => {
  it('decides every flag for every context like Burgee, except for the listed limits', async () => {
    const decided = { all: 0, listed: 0, byRule: 0, byPercentage: 0 };
    const property = fc.asyncProperty(FLAGS, CONTEXTS, async (flags, contexts) => {
      const unleash = await sdkWith(flags);
      // 20,000 comparisons by Jest take longer than the evaluations.
      const differing: object[] = [];
      for (const flag of flags)
        for (const context of contexts) {
          const isListed = limitsOfDecision(flag, context).some((limit) => LIMITS[limit].sdks.includes('Node'));
          decided[isListed ? 'listed' : 'all']++;
          if (isListed) continue;
          const { reason } = evaluate<unknown>(flags, flag.key, undefined, context, flag.type);
          if (reason === 'TARGETING_MATCH') decided.byRule++;
          if (reason === 'SPLIT') decided.byPercentage++;
          const value = valueByUnleash(unleash, flag, context);
          const expected = valueByBurgee(flags, flag, context);
          if (!isDeepStrictEqual(value, expected)) differing.push({ flag, context, value, expected });
        }
      expect(differing).toEqual([]);
    });
    await fc.assert(property, { numRuns: 25 });
    const { all, byRule, byPercentage } = decided;
    expect(all).toBeGreaterThan(12_000);
    expect(Math.min(byRule, byPercentage)).toBeGreaterThan(200);
  }, 60_000);

  const { base, cases } = JSON.parse(readFileSync('libs/unleash-api/vectors/limits-v1.json', 'utf8')) as LimitVectors;
  const LISTED = cases.map((one, index) => ({ ...one, flag: { ...base, key: `case-${index}`, ...one.flag } }));

  it.each(LISTED)('may differ by a listed limit: $limit, $flag.targeting_value', ({ limit, flag, context }) => {
    expect(limitsOfDecision(flag, context)).toEqual([limit]);
  });

  it('differs from Burgee exactly in the listed cases', async () => {
    const unleash = await sdkWith(LISTED.map(({ flag }) => flag));
    const differing = LISTED.filter(({ flag, context, default: preset = false }) => {
      const byBurgee = evaluate([flag], flag.key, preset, context).value;
      return valueByUnleash(unleash, flag, context) !== byBurgee;
    });
    const ofNode = Object.entries(LIMITS).filter(([, { sdks }]) => sdks.includes('Node'));
    expect([...new Set(differing.map(({ limit }) => limit))]).toEqual(ofNode.map(([limit]) => limit));
  });

  it('has a case for each limit', () => {
    expect([...new Set(LISTED.map(({ limit }) => limit))]).toEqual(Object.keys(LIMITS));
  });
});
