import { attributeText, type EvaluationContext, type Flag, parseValue } from '@burgee/evaluation';

/** Unleash's SDKs for servers that are tried, by the language that they are for. */
export const SDKS = ['Node', 'Python', 'Go', 'Java', 'Rust'] as const;
export type Sdk = (typeof SDKS)[number];

interface LimitOfSdks {
  /** Those that decide otherwise. */
  sdks: readonly Sdk[];
  text: string;
}

const limit = (text: string, ...sdks: Sdk[]): LimitOfSdks => ({ sdks: sdks.length > 0 ? sdks : SDKS, text });

/** What Burgee says and Unleash's client protocol cannot, or its SDKs read otherwise. docs/guides/unleash.md lists all of them. */
export const LIMITS = {
  nested: limit(
    'Contexts of Unleash are flat, so a rule on a dotted path takes the path itself as the name of a property.',
  ),
  blank: limit('A rule whose value begins or ends with a blank never matches.', 'Node'),
  empty: limit(
    'A rule with an empty value never matches in Node; in Go it matches without the attribute too.',
    'Node',
    'Go',
  ),
  'user-id': limit('A rule on `userId` is compared with the targeting key.'),
  'of-sdk': limit('`appName`, `environment` and `currentTime` are filled in by the SDK.'),
  'of-object': limit('A member of every object is found in the place of a property of this name.', 'Node'),
  quote: limit('A flag whose rule has a double quote in the name of its attribute is off.', 'Python', 'Java', 'Rust'),
  address: limit('`remoteAddress` is an IP address, and is compared in its shortest form.', 'Rust'),
  unreadable: limit('A boolean flag whose rule returns neither `true` nor `false` is off where the rule matches.'),
  'empty-key': limit('An empty targeting key is in a part of a percentage.', 'Python', 'Java', 'Rust'),
  'non-ascii': limit('A key with other than ASCII letters is in another part of a percentage.', 'Node'),
} as const satisfies Record<string, LimitOfSdks>;

export type Limit = keyof typeof LIMITS;

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);
const isAddress = (text: string): boolean => /^\d{1,3}(\.\d{1,3}){3}$/.test(text);
const SET_BY_SDKS = new Set(['appName', 'environment', 'currentTime']);

const holding = (limits: readonly [Limit, boolean][]): Limit[] =>
  limits.filter(([, holds]) => holds).map(([name]) => name);

const limitsOfRule = (attribute: string, wanted: string): Limit[] =>
  holding([
    ['nested', attribute.includes('.')],
    ['blank', wanted.trim() !== wanted],
    ['empty', wanted === ''],
    ['user-id', attribute === 'userId'],
    ['of-sdk', SET_BY_SDKS.has(attribute)],
    ['of-object', attribute === 'properties' || attribute in Object.prototype],
    ['quote', attribute.includes('"')],
    ['address', attribute === 'remoteAddress' && !isAddress(wanted)],
  ]);

const isSplit = ({ is_enabled, rollout_percentage: percentage }: Flag): boolean =>
  is_enabled && percentage > 0 && percentage < 100;

/** Why SDKs of Unleash may decide a flag otherwise than Burgee: nearly always nothing. */
export function limitsOfFlag(flag: Flag): Limit[] {
  const { type, targeting_attribute: attribute, targeting_value: wanted, targeting_return_value: returned } = flag;
  if (!flag.is_enabled) return [];
  const hasRule = typeof attribute === 'string' && typeof wanted === 'string';
  const isUnreadable = type === 'boolean' && typeof returned === 'string' && parseValue(type, returned) === undefined;
  return [
    ...(hasRule ? limitsOfRule(attribute, wanted) : []),
    ...holding([
      ['unreadable', hasRule && isUnreadable],
      ['non-ascii', isSplit(flag) && !isAscii(flag.key)],
    ]),
  ];
}

/** The same for a flag and whom it is decided for. */
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
