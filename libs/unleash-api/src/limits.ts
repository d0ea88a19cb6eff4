import { attributeText, type EvaluationContext, type Flag, parseList, parseValue } from '@burgee/evaluation';

/** The Unleash server SDKs that tests cover, by language. */
export const SDKS = ['Node', 'Python', 'Go', 'Java', 'Rust'] as const;
export type Sdk = (typeof SDKS)[number];

interface LimitOfSdks {
  /** The SDKs that decide differently. */
  sdks: readonly Sdk[];
  text: string;
}

const limit = (text: string, ...sdks: Sdk[]): LimitOfSdks => ({ sdks: sdks.length > 0 ? sdks : SDKS, text });

/**
 * What Unleash's client protocol cannot express, or its SDKs read differently. docs/guides/unleash.md lists all of
 * these limits.
 */
export const LIMITS = {
  nested: limit('Unleash contexts are flat, so a rule on a dotted path looks for a property with that whole name.'),
  blank: limit('A rule value that starts or ends with a space never matches.', 'Node'),
  empty: limit(
    'An empty rule value never matches in Node. In Go it also matches if the attribute is missing.',
    'Node',
    'Go',
  ),
  'user-id': limit('A rule on `userId` is compared with the targeting key.'),
  'of-sdk': limit('`appName`, `environment` and `currentTime` are filled in by the SDK.'),
  'of-object': limit('Instead of a property with this name, the SDK finds a built-in member of the object.', 'Node'),
  quote: limit('A flag is off if its rule has a double quote in the attribute name.', 'Python', 'Java', 'Rust'),
  address: limit('`remoteAddress` is an IP address and is compared in its shortest form.', 'Rust'),
  unreadable: limit('A boolean flag whose rule returns neither `true` nor `false` is off if the rule matches.'),
  'empty-key': limit('An empty targeting key can be inside a percentage rollout.', 'Python', 'Java', 'Rust'),
  'non-ascii': limit('A key with non-ASCII letters is in a different part of a percentage rollout.', 'Node'),
} as const satisfies Record<string, LimitOfSdks>;

export type Limit = keyof typeof LIMITS;

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);
const isAddress = (text: string): boolean => /^\d{1,3}(\.\d{1,3}){3}$/.test(text);
const SET_BY_SDKS = new Set(['appName', 'environment', 'currentTime']);

const holding = (limits: readonly [Limit, boolean][]): Limit[] =>
  limits.filter(([, holds]) => holds).map(([name]) => name);

/** @param wanted the values that the rule accepts */
const limitsOfRule = (attribute: string, wanted: readonly string[]): Limit[] =>
  holding([
    ['nested', attribute.includes('.')],
    ['blank', wanted.some((value) => value.trim() !== value)],
    ['empty', wanted.includes('')],
    ['user-id', attribute === 'userId'],
    ['of-sdk', SET_BY_SDKS.has(attribute)],
    ['of-object', attribute === 'properties' || attribute in Object.prototype],
    ['quote', attribute.includes('"')],
    ['address', attribute === 'remoteAddress' && !wanted.every(isAddress)],
  ]);

const isSplit = ({ is_enabled, rollout_percentage: percentage }: Flag): boolean =>
  is_enabled && percentage > 0 && percentage < 100;

/** The reasons why Unleash's SDKs may decide a flag differently from Burgee: nearly always none. */
export function limitsOfFlag(flag: Flag): Limit[] {
  const { type, targeting_attribute: attribute, targeting_value: wanted, targeting_return_value: returned } = flag;
  if (!flag.is_enabled) return [];
  const hasRule = typeof attribute === 'string' && typeof wanted === 'string';
  const isUnreadable = type === 'boolean' && typeof returned === 'string' && parseValue(type, returned) === undefined;
  return [
    ...(hasRule ? limitsOfRule(attribute, parseList(wanted) ?? [wanted]) : []),
    ...holding([
      ['unreadable', hasRule && isUnreadable],
      ['non-ascii', isSplit(flag) && !isAscii(flag.key)],
    ]),
  ];
}

/** The same for a flag and one context. */
export function limitsOfDecision(flag: Flag, context: EvaluationContext): Limit[] {
  const limits = limitsOfFlag(flag);
  if (!isSplit(flag)) return limits;
  const subject = attributeText(context, 'targetingKey');
  return [
    ...limits,
    ...holding([
      ['empty-key', subject === ''],
      ['non-ascii', !limits.includes('non-ascii') && !isAscii(subject ?? '')],
    ]),
  ];
}
