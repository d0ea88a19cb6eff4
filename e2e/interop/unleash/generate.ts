import type { EvaluationContext, Flag } from '@burgee/evaluation';
import fc from 'fast-check';

const FLAGS = 200;
const CONTEXTS = 120;
const SEED = 26;

const VALUES = ['NO', 'SE', 'true', '7', '0.5', 'pro', 'æøå', 'a "quoted", \\ {value}'];
/** JSON that is no list of strings: text. */
const ALMOST_LISTS = ['[]', '["NO",1]', '[["NO"]]', `['NO']`, '["NO"', '\ufeff["NO"]'];
const ADDRESSES = ['10.0.0.1', '192.168.7.42'];
const RETURNED = {
  boolean: ['true', 'false'],
  string: ['blue', 'é “quoted”', ' x '],
  number: ['1', '0.5', '-1200', '1e21'],
  json: ['{"a":[1,"b"]}', '[]', '"text"', '{"deep":{"er":null}}'],
} as const;

/** The names that rules compare, with values to compare. */
const ATTRIBUTES = {
  country: VALUES,
  plan: VALUES,
  'my attribute': VALUES,
  sessionId: VALUES,
  remoteAddress: ADDRESSES,
  targetingKey: ['user-1', '4711', 'æøå'],
};
type Attribute = keyof typeof ATTRIBUTES;
const NAMES = Object.keys(ATTRIBUTES) as Attribute[];

/** A generated flag: its type and its value. */
export interface MadeFlag {
  type: Flag['type'];
  value: Partial<Flag>;
}

const escaped = (text: string) =>
  text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Lists of these values, as JSON can write them. */
function listsOf(values: readonly string[]): fc.Arbitrary<string> {
  const written = fc
    .tuple(fc.constantFrom(...values), fc.boolean())
    .map(([text, isEscaped]) => (isEscaped ? `"${escaped(text)}"` : JSON.stringify(text)));
  return fc
    .tuple(fc.array(written, { minLength: 1, maxLength: 4 }), fc.constantFrom('', ' ', '\t\r\n'))
    .map(([texts, blank]) => `${blank}[${blank}${texts.join(`${blank},${blank}`)}]${blank}`);
}

const wantedOf = (name: Attribute) =>
  fc.oneof(
    { weight: 3, arbitrary: listsOf(ATTRIBUTES[name]) },
    { weight: 1, arbitrary: fc.constantFrom(...ATTRIBUTES[name]) },
    ...(name === 'remoteAddress' ? [] : [{ weight: 1, arbitrary: fc.constantFrom(...ALMOST_LISTS) }]),
  );

const flags = () =>
  fc.constantFrom(...(Object.keys(RETURNED) as (keyof typeof RETURNED)[])).chain((type) => {
    const returned = fc.option(fc.constantFrom<string>(...RETURNED[type]), { freq: type === 'boolean' ? 2 : 6 });
    const rule = fc.constantFrom(...NAMES).chain((name) =>
      fc.record({
        targeting_attribute: fc.constant(name),
        targeting_value: wantedOf(name),
        targeting_return_value: returned,
      }),
    );
    const none = fc.record({
      targeting_return_value: type === 'boolean' ? fc.constant(null) : returned,
    });
    return fc
      .record({
        is_enabled: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constant(false)),
        rollout_percentage: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constantFrom(0, 100)),
        rule: fc.oneof(rule, none),
      })
      .map(({ rule: fields, ...value }): MadeFlag => ({ type, value: { ...value, ...fields } }));
  });

const subjects = fc.oneof(
  { weight: 8, arbitrary: fc.uuid() },
  { weight: 4, arbitrary: fc.nat() },
  fc.constantFrom('user-1', '4711', 'æøå', '日本-7', ''),
  fc.constant(undefined),
);
const attributesOf = (name: Attribute) => {
  const others = name === 'remoteAddress' ? [] : [7, 0.5, true, ...ALMOST_LISTS];
  return fc.option(fc.constantFrom<unknown>(...ATTRIBUTES[name], ...others), { nil: undefined, freq: 4 });
};
const contexts = () => {
  const names = NAMES.filter((name) => name !== 'targetingKey');
  const attributes = Object.fromEntries(names.map((name) => [name, attributesOf(name)]));
  return fc.record<EvaluationContext>({ targetingKey: subjects, ...attributes });
};

/** Flags of every kind, by key; the same each time. */
export const generateFlags = (): [key: string, MadeFlag][] =>
  fc.sample(flags(), { seed: SEED, numRuns: FLAGS }).map((flag, index) => [`flag-${index}`, flag]);

/** Whom they are decided for; the same each time. */
export const generateContexts = (): EvaluationContext[] => fc.sample(contexts(), { seed: SEED, numRuns: CONTEXTS });
