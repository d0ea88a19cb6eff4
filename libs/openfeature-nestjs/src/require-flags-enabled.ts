import {
  type CallHandler,
  type ExecutionContext,
  type HttpException,
  type NestInterceptor,
  NotFoundException,
  UseInterceptors,
} from '@nestjs/common';
import { type EvaluationContext, OpenFeature } from '@openfeature/server-sdk';
import type { Observable } from 'rxjs';
import type { ContextFactory } from './options.js';

/** A flag that has to be on. */
export interface RequiredFlag {
  /** The key of a boolean flag. */
  readonly flagKey: string;
  /** What counts if the flag has no value. Default false. */
  readonly defaultValue?: boolean;
}

/** Which flags a route needs, and what is answered without them. */
export interface RequireFlagsEnabledProps {
  /** All of them have to be on. */
  readonly flags: readonly RequiredFlag[];
  /** What is thrown if one is off. Default: the 404 of a route that does not exist. */
  readonly exception?: HttpException;
  /** The OpenFeature domain of the provider. Default: none. */
  readonly domain?: string;
  /** More attributes than the request's own. */
  readonly context?: EvaluationContext;
  /** The same, computed from the request; then `context` is ignored. */
  readonly contextFactory?: ContextFactory;
}

function notFound(request: ExecutionContext): HttpException {
  if (request.getType() !== 'http') return new NotFoundException();
  const { method, url } = request.switchToHttp().getRequest<{ method: string; url: string }>();
  return new NotFoundException(`Cannot ${method} ${url}`);
}

/** An interceptor, not a guard, because guards run before the evaluation context exists. */
class RequireFlagsEnabledInterceptor implements NestInterceptor {
  constructor(private readonly props: RequireFlagsEnabledProps) {}

  async intercept(request: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const { flags, exception, domain, context, contextFactory } = this.props;
    const client = domain === undefined ? OpenFeature.getClient() : OpenFeature.getClient(domain);
    const requestContext = contextFactory ? await contextFactory(request) : context;
    for (const { flagKey, defaultValue = false } of flags)
      if (!(await client.getBooleanValue(flagKey, defaultValue, requestContext))) throw exception ?? notFound(request);
    return next.handle();
  }
}

/** A controller or route that exists only while all these flags are on: `@RequireFlagsEnabled({ flags: [{ flagKey: 'beta' }] })`. */
export const RequireFlagsEnabled = (props: RequireFlagsEnabledProps): ClassDecorator & MethodDecorator =>
  UseInterceptors(new RequireFlagsEnabledInterceptor(props));
