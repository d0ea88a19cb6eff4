import { attributeText, type EvaluationContext, type Flag, parseValue } from '@burgee/evaluation';

/** What Burgee says and Unleash's client protocol cannot, or its SDKs read otherwise. docs/unleash.md lists all of them. */
export const LIMITS = {
  nested:
    'A rule on a dotted path does not look into nested objects: Unleash has none. Pass the path itself as a property.',
  blank: 'A rule whose value is empty, or begins or ends with a blank, never matches: SDKs cut blanks off.',
  'user-id': 'A rule on `userId` is compared with the targeting key, which is `userId` in Unleash.',
  'of-sdk': 'An SDK fills in `appName`, `environment` and `currentTime` by itself where the application does not.',
  'of-object': 'The Node SDK finds a member of every object in the place of a property of this name.',
  unreadable:
    'A boolean flag whose rule returns neither `true` nor `false` is off where the rule matches, whatever the default is.',
  'non-ascii':
    'The Node SDK puts a targeting key, or a flag key, with other than ASCII letters into another part of a percentage.',
} as const;

export type Limit = keyof typeof LIMITS;

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);
const SET_BY_SDKS = new Set(['appName', 'environment', 'currentTime']);

function limitsOfRule(attribute: string, wanted: string): Limit[] {
  const limits: [Limit, boolean][] = [
    ['nested', attribute.includes('.')],
    ['blank', wanted === '' || wanted.trim() !== wanted],
    ['user-id', attribute === 'userId'],
    ['of-sdk', SET_BY_SDKS.has(attribute)],
    ['of-object', attribute === 'properties' || attribute in Object.prototype],
  ];
  return limits.filter(([, isOne]) => isOne).map(([limit]) => limit);
}

/** Why SDKs of Unleash may decide a flag otherwise than Burgee: nearly always nothing. */
export function limitsOfFlag(flag: Flag): Limit[] {
  const { is_enabled, rollout_percentage: percentage, type } = flag;
  const { targeting_attribute: attribute, targeting_value: wanted, targeting_return_value: returned } = flag;
  if (!is_enabled) return [];
  const limits: Limit[] = [];
  if (typeof attribute === 'string' && typeof wanted === 'string') {
    limits.push(...limitsOfRule(attribute, wanted));
    if (type === 'boolean' && typeof returned === 'string' && parseValue(type, returned) === undefined)
      limits.push('unreadable');
  }
  if (percentage > 0 && percentage < 100 && !isAscii(flag.key)) limits.push('non-ascii');
  return limits;
}

/** The same for a flag and whom it is decided for. */
export function limitsOfDecision(flag: Flag, context: EvaluationContext): Limit[] {
  const { rollout_percentage: percentage } = flag;
  const subject = attributeText(context, 'targetingKey') ?? '';
  const limits = limitsOfFlag(flag);
  const isSplit = flag.is_enabled && percentage > 0 && percentage < 100;
  return isSplit && !isAscii(subject) && !limits.includes('non-ascii') ? [...limits, 'non-ascii'] : limits;
}
