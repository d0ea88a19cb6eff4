import type { BurgeeProviderOptions } from '@burgee/openfeature-server';
import type { ExecutionContext } from '@nestjs/common';
import type { EvaluationContext } from '@openfeature/server-sdk';

/** Returns the evaluation context of the current request. */
export type ContextFactory = (
  request: ExecutionContext,
) => Promise<EvaluationContext | undefined> | EvaluationContext | undefined;

/** The options of the provider, which `forRootAsync` may compute when the application starts. */
export type BurgeeModuleOptions = BurgeeProviderOptions;

/** Options that must be known at registration. */
export interface BurgeeModuleExtras {
  /** The OpenFeature domain of these flags, for applications with flags of several environments. */
  readonly domain?: string | undefined;
  /** Its context applies to every evaluation during a request. */
  readonly contextFactory?: ContextFactory | undefined;
  /** `false`: only where `@UseInterceptors(EvaluationContextInterceptor)` is set. Default true. */
  readonly useGlobalInterceptor?: boolean | undefined;
}

/** The injection token of the `contextFactory`. */
export const ContextFactoryToken: unique symbol = Symbol('BurgeeContextFactory');
