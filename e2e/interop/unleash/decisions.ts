import { attributeText, evaluate, type EvaluationContext, type Flag } from '@burgee/evaluation';
import { limitsOfDecision, LIMITS, type Sdk } from '@burgee/unleash-api';
import type { SdkAnswer, UnleashContext } from './sdk-process.js';

/** A flag, and the user to evaluate it for. */
export interface Decision {
  flag: Flag;
  context: EvaluationContext;
}

const OF_A_CONTEXT = new Set(['sessionId', 'remoteAddress']);

/** Burgee's evaluation context, in Unleash's form. */
export function toUnleashContext({ targetingKey, ...attributes }: EvaluationContext): UnleashContext {
  const texts = Object.keys(attributes).flatMap((name) => {
    const text = attributeText({ [name]: attributes[name] }, name);
    return text === undefined ? [] : [[name, text] as const];
  });
  const userId = attributeText({ targetingKey }, 'targetingKey');
  return {
    ...(userId !== undefined && { userId }),
    ...Object.fromEntries(texts.filter(([name]) => OF_A_CONTEXT.has(name))),
    properties: Object.fromEntries(texts.filter(([name]) => !OF_A_CONTEXT.has(name))),
  };
}

/** @returns null where the application has its default */
export function valueByBurgee({ flag, context }: Decision, preset = false): unknown {
  const { value } = evaluate<unknown>([flag], flag.key, flag.type === 'boolean' ? preset : null, context, flag.type);
  return value;
}

/** The SDK's value, in the flag's type; null for the default. */
export function valueByUnleash({ type }: Flag, { isEnabled, value }: SdkAnswer): unknown {
  if (type === 'boolean') return isEnabled;
  return type === 'string' || value === null ? value : JSON.parse(value);
}

/** Whether it is listed that this SDK may decide otherwise. */
export const mayDiffer = (sdk: Sdk, { flag, context }: Decision): boolean =>
  limitsOfDecision(flag, context).some((limit) => LIMITS[limit].sdks.includes(sdk));
