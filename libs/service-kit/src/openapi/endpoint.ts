import type { ErrorCode } from '@burgee/contracts/wire';
import { applyDecorators, HttpCode, type Type } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiResponse, type ApiResponseNoStatusOptions } from '@nestjs/swagger';
import { RequirePolicy, type RoutePolicy } from '../http/route-policy.js';
import { Refuses } from './refuses.js';

interface EndpointOptions {
  summary: string;
  policy: RoutePolicy;
  /** Decorators for inputs beyond the arguments of the method. */
  takes?: readonly MethodDecorator[];
  /** 200 when left out. */
  status?: 201 | 202 | 303;
  /** The type of the body, or OpenAPI's full description of the response. */
  answers: Type | [Type] | ApiResponseNoStatusOptions;
  /** Error codes of this route only. */
  refuses?: readonly ErrorCode[];
}

/** The tag of the version that the client has seen. */
export const IF_MATCH: MethodDecorator = ApiHeader({ name: 'if-match', required: false });

/**
 * A route's description, policy and response, for the guard and for OpenAPI. The name of the method is the
 * `operationId`, so it names the function in generated clients.
 */
export function Endpoint(options: EndpointOptions): MethodDecorator {
  const { summary, policy, takes = [], status = 200, answers, refuses = [] } = options;
  const isType = typeof answers === 'function' || Array.isArray(answers);
  return (target, method, descriptor) =>
    applyDecorators(
      ApiOperation({ operationId: String(method), summary }),
      RequirePolicy(policy),
      ...takes,
      HttpCode(status),
      ApiResponse({ ...(isType ? { type: answers } : answers), status }),
      Refuses(...refuses),
    )(target, method, descriptor);
}
