import type { EvaluationContext } from '@burgee/evaluation';
import { contextOfQuery, toEvaluationContext } from '@burgee/unleash-api';
import { DomainError } from '@burgee/contracts/wire';
import { ATTRIBUTES_AT_MOST, contextFault, readContext, TOO_MANY_ATTRIBUTES } from '../decisions/read-context.js';

const AMPERSAND = 0x26;

const invalid = (detail: string) => new DomainError('invalid_request', detail);

function checked(context: Record<string, unknown>): EvaluationContext {
  const attributes = toEvaluationContext(context);
  const fault = contextFault(attributes);
  if (fault !== undefined) throw invalid(fault.replace('targetingKey', 'userId'));
  return attributes;
}

/** The context in the body of a request. @throws invalid_request */
export function contextOfBody(body: Buffer): EvaluationContext {
  const read = readContext(body);
  if ('failure' in read) throw invalid(read.failure.errorDetails);
  return checked(read.context);
}

/** The context in the query of a request. @throws invalid_request */
export function contextIn(query: Buffer): EvaluationContext {
  let fields = 1;
  for (const byte of query) if (byte === AMPERSAND && ++fields > ATTRIBUTES_AT_MOST) throw invalid(TOO_MANY_ATTRIBUTES);
  return checked(contextOfQuery(query.toString()));
}
