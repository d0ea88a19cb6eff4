import { RULE_VALUES_AT_MOST, TARGETING_BYTES } from '@burgee/contracts/plain';
import type { FlagType } from '@burgee/contracts/wire';
import { parseList } from '@burgee/evaluation';
import type { UnleashConstraint, UnleashFeature, UnleashStrategy, UnleashVariant } from './unleash-document.js';

/** A flag as it is to be in one environment of Burgee. */
export interface PlannedValue {
  is_enabled: boolean;
  rollout_percentage: number;
  targeting_attribute: string | null;
  targeting_value: string | null;
  targeting_return_value: string | null;
}

export interface PlannedFlag {
  key: string;
  description: string | null;
  type: FlagType;
  value: PlannedValue;
  /** In what Burgee decides otherwise than Unleash does; empty when in nothing. */
  differences: string[];
}

/** `reasons` say why a feature cannot be a flag. */
export type Plan = { key: string } & ({ flag: PlannedFlag } | { reasons: string[] });

/** A strategy in the terms that Burgee has. */
interface RulePart {
  rule?: { attribute: string; wanted: string; isInverted: boolean };
  percentage: number;
  /** The field that buckets callers, where the percentage is between 0 and 100. */
  stickiness: string;
  groupId: string;
  variants: UnleashVariant[];
}

class NotTaken extends Error {}

const KEY = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,127}$/;
const FILLED_IN_BY_SDKS = new Set(['appName', 'environment', 'currentTime']);
/** The percentage parameter of each of Unleash's strategies, and the field that buckets callers. */
const GRADUAL: Record<string, { percentage: string; stickiness?: string }> = {
  flexibleRollout: { percentage: 'rollout' },
  gradualRolloutUserId: { percentage: 'percentage', stickiness: 'userId' },
  gradualRolloutSessionId: { percentage: 'percentage', stickiness: 'sessionId' },
  gradualRolloutRandom: { percentage: 'percentage', stickiness: 'random' },
};

const attributeOf = (contextName: string) => (contextName === 'userId' ? 'targetingKey' : contextName);

/** The values as a rule names them. @throws when they are none, too many or too long */
function wantedOf(contextName: string, values: readonly string[]): string {
  const different = [...new Set(values)];
  const [value] = different;
  const [count, most] = [different.length, RULE_VALUES_AT_MOST];
  if (value === undefined || count > most)
    throw new NotTaken(`it compares ${contextName} with ${count} values, and a rule has 1 to ${most}`);
  // A lone value that looks like a list would be read as one.
  const wanted = count === 1 && !parseList(value) ? value : JSON.stringify(different);
  const bytes = TARGETING_BYTES.targeting_value;
  if (Buffer.byteLength(wanted) > bytes)
    throw new NotTaken(`it compares ${contextName} with more than ${bytes.toLocaleString('en')} bytes of values`);
  return wanted;
}

function ruleOf({
  contextName,
  operator,
  values = [],
  inverted = false,
}: UnleashConstraint): NonNullable<RulePart['rule']> {
  if (operator !== 'IN' && operator !== 'NOT_IN')
    throw new NotTaken(`it compares ${contextName} by ${operator}, and a rule asks whether an attribute is a value`);
  const wanted = wantedOf(contextName, values);
  return { attribute: attributeOf(contextName), wanted, isInverted: (operator === 'NOT_IN') !== inverted };
}

function partOf(strategy: UnleashStrategy, key: string): RulePart {
  const { name, constraints = [], segments = [], parameters = {}, variants = [] } = strategy;
  if (segments.length > 0) throw new NotTaken('it uses a segment');
  const conditions = constraints.map(ruleOf);
  if (name === 'userWithId') {
    const values = String(parameters.userIds ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '');
    conditions.push(ruleOf({ contextName: 'userId', operator: 'IN', values }));
  }
  if (conditions.length > 1) throw new NotTaken(`a strategy has ${conditions.length} conditions, and a rule has one`);
  const gradual = GRADUAL[name];
  if (!gradual && name !== 'default' && name !== 'userWithId')
    throw new NotTaken(`the strategy ${name} decides by what a rule cannot say`);
  return {
    rule: conditions[0],
    percentage: gradual ? Number(parameters[gradual.percentage] ?? 100) : 100,
    stickiness: gradual?.stickiness ?? String(parameters.stickiness ?? 'default'),
    groupId: String(parameters.groupId ?? key),
    variants,
  };
}

/** The one value of a part's variants. @throws when there are several */
function payloadOf(
  variants: readonly UnleashVariant[],
): { type: FlagType; value: string; isName: boolean } | undefined {
  const [variant] = variants;
  if (!variant) return undefined;
  if (variants.length > 1) throw new NotTaken(`it has ${variants.length} variants, and a flag has one value`);
  if ((variant.overrides ?? []).length > 0) throw new NotTaken('its variant has overrides');
  const { payload } = variant;
  if (!payload) return { type: 'string', value: variant.name, isName: true };
  const type = payload.type === 'number' || payload.type === 'json' ? payload.type : 'string';
  return { type, value: payload.value, isName: false };
}

/** Which of the parts is the rule, and which the percentage. @throws when Burgee has no such two */
function arrange(parts: readonly RulePart[]): { rule?: RulePart; rest?: RulePart } {
  if (parts.length > 2) throw new NotTaken(`it has ${parts.length} strategies, and a flag has a rule and a percentage`);
  const [rule, ...rules] = parts.filter((part) => part.rule && !part.rule.isInverted);
  const [rest, ...others] = parts.filter((part) => !part.rule || part.rule.isInverted);
  if (rules.length > 0) throw new NotTaken('two strategies have conditions, and a flag has one rule');
  if (others.length > 0) throw new NotTaken('it has two percentages');
  if (rule && rest?.rule) throw new NotTaken('two strategies have conditions, and a flag has one rule');
  if (rule && rule.percentage < 100)
    throw new NotTaken(
      `it is on for ${rule.percentage} % of the callers in its condition, and a rule is for all of them`,
    );
  if (rule && rest && rest.variants.length > 0)
    throw new NotTaken('callers outside of its condition get a value too, and a flag has one value');
  if (rest?.rule && rest.variants.length > 0)
    throw new NotTaken('its value goes to all callers outside of its condition');
  if (rule && rest && rule.variants.length > 0 && parts[0] === rest)
    throw new NotTaken('the percentage comes before the condition, and a rule comes first');
  return { rule, rest };
}

function differencesOf({ rule, percentage, stickiness, groupId }: RulePart, key: string): string[] {
  const isGiven = stickiness === 'default' || stickiness === 'random' || rule?.attribute === attributeOf(stickiness);
  if (percentage >= 100 && !isGiven) return [`without ${stickiness} it is off in Unleash, and on here`];
  if (percentage <= 0 || percentage >= 100) return [];
  const differences: string[] = [];
  if (stickiness === 'default')
    differences.push('without a targeting key (userId) it is off; Unleash decides by the session or at random');
  else if (stickiness !== 'userId')
    differences.push(
      `the targeting key buckets callers, not ${stickiness}: other callers are among the ${percentage} %`,
    );
  if (groupId !== key) differences.push(`its groupId is ${groupId}: other callers are among the ${percentage} %`);
  return differences;
}

function planned(feature: UnleashFeature): PlannedFlag {
  const { name: key, strategies = [], variants = [] } = feature;
  if (!KEY.test(key))
    throw new NotTaken('its name is no key here: letters, digits, dots, underscores and hyphens, at most 128');
  if ((feature.dependencies ?? []).length > 0) throw new NotTaken('it depends on another feature');
  const used = strategies.filter(({ disabled }) => !disabled).map((strategy) => partOf(strategy, key));
  // Without a strategy a feature is on for all.
  const all: RulePart = {
    percentage: strategies.length === 0 ? 100 : 0,
    stickiness: 'default',
    groupId: key,
    variants: [],
  };
  const parts = used.length === 0 ? [all] : used;
  const given = parts.map((part) => (part.variants.length > 0 ? part : { ...part, variants }));
  const { rule, rest } = arrange(given);
  const payload = payloadOf((rule ?? rest)?.variants ?? []);
  const percentage = rest ? rest.percentage : 0;
  const differences = [...new Set([rule, rest].flatMap((part) => (part ? differencesOf(part, key) : [])))];
  if (payload?.isName) differences.push(`its variant has no payload: its value is the name, ${payload.value}`);
  if (feature.impressionData) differences.push('nothing reports each evaluation');
  const condition = rule?.rule ?? rest?.rule;
  if (condition && FILLED_IN_BY_SDKS.has(condition.attribute))
    differences.push(`Unleash's SDKs fill in ${condition.attribute}; other clients have to`);
  return {
    key,
    description: feature.description || null,
    type: payload?.type ?? 'boolean',
    value: {
      is_enabled: feature.enabled,
      rollout_percentage: Math.max(0, Math.min(100, percentage)),
      targeting_attribute: condition?.attribute ?? null,
      targeting_value: condition?.wanted ?? null,
      targeting_return_value: payload?.value ?? (condition ? String(!condition.isInverted) : null),
    },
    differences,
  };
}

/** What a feature of Unleash becomes here, by its strategies in one environment. Pure. */
export function planFlag(feature: UnleashFeature): Plan {
  try {
    return { key: feature.name, flag: planned(feature) };
  } catch (error) {
    if (!(error instanceof NotTaken)) throw error;
    return { key: feature.name, reasons: [error.message] };
  }
}
