/** The package @burgee/openfeature-nestjs: the provider as a NestJS module. */
export { BurgeeModule } from './burgee.module.js';
export { EvaluationContextInterceptor } from './evaluation-context.interceptor.js';
export {
  BooleanFeatureFlag,
  type FeatureProps,
  NumberFeatureFlag,
  ObjectFeatureFlag,
  StringFeatureFlag,
} from './feature-flags.js';
export { getOpenFeatureClientToken, OpenFeatureClient, type OpenFeatureClientProps } from './open-feature-client.js';
export {
  type BurgeeModuleExtras,
  type BurgeeModuleOptions,
  type ContextFactory,
  ContextFactoryToken,
} from './options.js';
export { type RequiredFlag, RequireFlagsEnabled, type RequireFlagsEnabledProps } from './require-flags-enabled.js';
