import type { EvaluationContext } from '@burgee/evaluation';
import type { Failure } from './failure.js';
import { hasMoreValues } from './has-more-values.js';

/** Size limit of a request in bytes. */
export const BODY_BYTES_AT_MOST = 64 * 1024;
/** At any depth. */
export const ATTRIBUTES_AT_MOST = 200;
/** Of objects and lists, the context included. */
const DEPTH_AT_MOST = 8;
/** It is hashed once for each flag with a percentage. */
const TARGETING_KEY_CHARACTERS_AT_MOST = 256;

const invalid = (errorDetails: string): Failure => ({ errorCode: 'INVALID_CONTEXT', errorDetails });

export const bodyTooLarge = invalid(`The body has more than ${BODY_BYTES_AT_MOST} bytes.`);
export const TOO_MANY_ATTRIBUTES = `The context has more than ${ATTRIBUTES_AT_MOST} attributes, including nested ones.`;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1)));

/** Describes the fault in a context, if any. */
export function contextFault(context: unknown): string | undefined {
  if (context === undefined) return 'The body has no context.';
  if (!isObject(context)) return 'The context must be an object.';
  if (isDeeper(context, DEPTH_AT_MOST)) return `The context is nested more than ${DEPTH_AT_MOST} levels deep.`;
  const { targetingKey } = context;
  if (typeof targetingKey === 'string' && targetingKey.length > TARGETING_KEY_CHARACTERS_AT_MOST)
    return `targetingKey has more than ${TARGETING_KEY_CHARACTERS_AT_MOST} characters.`;
  return undefined;
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/**
 * Parses the context in the body of a request. A missing targetingKey is accepted: only a percentage needs one.
 * @returns the context or the failure
 */
export function readContext(body: Buffer): { context: EvaluationContext } | { failure: Failure } {
  if (hasMoreValues(body, ATTRIBUTES_AT_MOST)) return { failure: invalid(TOO_MANY_ATTRIBUTES) };
  const parsed = parse(body);
  if (!isObject(parsed))
    return { failure: { errorCode: 'PARSE_ERROR', errorDetails: 'The body must be a JSON object.' } };
  const { context } = parsed;
  const fault = contextFault(context);
  return fault === undefined ? { context: context as EvaluationContext } : { failure: invalid(fault) };
}
