import type { BurgeeProviderOptions } from '@burgee/openfeature-server';
import type { ExecutionContext } from '@nestjs/common';
import type { EvaluationContext } from '@openfeature/server-sdk';

/** Makes the evaluation context of what is being handled: who asks, and what rules compare. */
export type ContextFactory = (
  request: ExecutionContext,
) => Promise<EvaluationContext | undefined> | EvaluationContext | undefined;

/** What `forRootAsync` may find out when the application starts: the options of the provider. */
export type BurgeeModuleOptions = BurgeeProviderOptions;

/** What has to be known before. */
export interface BurgeeModuleExtras {
  /** The domain of OpenFeature that these flags are for, where an application has those of several environments. */
  readonly domain?: string | undefined;
  /** Its context counts for every evaluation while a request is being handled. */
  readonly contextFactory?: ContextFactory | undefined;
  /** `false`: only where `@UseInterceptors(EvaluationContextInterceptor)` says so. Default true. */
  readonly useGlobalInterceptor?: boolean | undefined;
}

/** The injection token of the `contextFactory`. */
export const ContextFactoryToken: unique symbol = Symbol('BurgeeContextFactory');
