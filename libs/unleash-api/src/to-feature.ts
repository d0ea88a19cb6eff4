import { type Flag, parseList, parseValue } from '@burgee/evaluation';
import type { Constraint, Feature, FeatureStrategy, FeatureVariant } from './feature.js';
import { toPayload } from './to-payload.js';

const isText = (value: unknown): value is string => typeof value === 'string';

/** The name that an attribute has in Unleash's contexts. */
const contextName = (attribute: string): string => (attribute === 'targetingKey' ? 'userId' : attribute);

function variantsOf(flag: Flag, name: FeatureVariant['name']): FeatureVariant[] {
  const payload = toPayload(flag);
  return payload ? [{ name, weight: 1000, payload }] : [];
}

/** What a rule of a boolean flag returns; any other flag is on where its rule matches. */
const ruleSwitchesOff = ({ type, targeting_return_value: text }: Flag): boolean =>
  type === 'boolean' && isText(text) && parseValue(type, text) !== true;

/** Half a surrogate pair, which a list from an older Burgee may have, makes the whole document unreadable for SDKs. */
const wellFormed = (text: string): string => text.replace(/[\ud800-\udfff]/gu, '\ufffd');

const constraint = (name: string, operator: Constraint['operator'], values: readonly string[]): Constraint => ({
  contextName: name,
  operator,
  values: values.map(wellFormed),
  inverted: false,
  caseInsensitive: false,
});

const forAll = (groupId: string): FeatureStrategy['parameters'] => ({
  rollout: '100',
  // With `userId` it would be off for contexts without one.
  stickiness: 'default',
  groupId,
});

const forSome = (groupId: string, percentage: number): FeatureStrategy['parameters'] => ({
  rollout: String(percentage > 0 ? Math.ceil(percentage) : 0),
  stickiness: 'userId',
  groupId,
});

/** A flag for Unleash's SDKs: they decide like `evaluate` of @burgee/evaluation, except for `limitsOfFlag`. */
export function toFeature(flag: Flag): Feature {
  const { key, name, is_enabled, rollout_percentage: percentage } = flag;
  const enabled = is_enabled === true;
  return {
    name: key,
    description: name,
    type: 'release',
    project: 'default',
    enabled,
    stale: false,
    impressionData: false,
    // An enabled feature without a strategy is on for all users, so even a percentage of 0 needs a strategy.
    strategies: enabled ? strategiesOf(flag, percentage >= 100 ? forAll(key) : forSome(key, percentage)) : [],
    variants: [],
  };
}

function strategiesOf(flag: Flag, parameters: FeatureStrategy['parameters']): FeatureStrategy[] {
  const { key, targeting_attribute: attribute, targeting_value: wanted } = flag;
  const hasRule = isText(attribute) && isText(wanted);
  const unconditional = isText(attribute) || isText(wanted) ? [] : variantsOf(flag, 'on');
  const strategy = (constraints: Constraint[], variants: FeatureVariant[], of = parameters): FeatureStrategy => ({
    name: 'flexibleRollout',
    constraints,
    parameters: of,
    variants,
  });
  if (!hasRule) return [strategy([], unconditional)];
  const where = (operator: Constraint['operator']) =>
    constraint(contextName(attribute), operator, parseList(wanted) ?? [wanted]);
  if (ruleSwitchesOff(flag)) return [strategy([where('NOT_IN')], [])];
  return [strategy([where('IN')], variantsOf(flag, 'targeted'), forAll(key)), strategy([], [])];
}
