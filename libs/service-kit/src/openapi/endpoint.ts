import type { ErrorCode } from '@burgee/contracts/wire';
import { applyDecorators, HttpCode, type Type } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiResponse, type ApiResponseNoStatusOptions } from '@nestjs/swagger';
import { RequirePolicy, type RoutePolicy } from '../http/route-policy.js';
import { Refuses } from './refuses.js';

interface EndpointOptions {
  summary: string;
  policy: RoutePolicy;
  /** What the request may carry beyond the arguments of the method. */
  takes?: readonly MethodDecorator[];
  /** 200 when left out. */
  status?: 201 | 202;
  /** The type of the body, or all that OpenAPI says of the answer. */
  answers: Type | [Type] | ApiResponseNoStatusOptions;
  /** Error codes that only this route answers. */
  refuses?: readonly ErrorCode[];
}

/** The tag of the version that the caller has seen. */
export const IF_MATCH: MethodDecorator = ApiHeader({ name: 'if-match', required: false });

/**
 * What a route does, who may call it, and what it answers: for the guard and for OpenAPI. The name of the method is the `operationId`,
 * so it names the function in generated clients.
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
