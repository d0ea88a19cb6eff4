/** The package @burgee/react: a provider and hooks over the client library. */
export { type Bootstrap, bootstrapOf } from './bootstrap.js';
export { BurgeeProvider, type BurgeeProviderProps, useBurgeeClient } from './burgee-provider.js';
export { FeatureFlag, type FeatureFlagProps } from './feature-flag.js';
export {
  type FlagQuery,
  useBooleanFlagDetails,
  useBooleanFlagValue,
  useFlag,
  useNumberFlagDetails,
  useNumberFlagValue,
  useObjectFlagDetails,
  useObjectFlagValue,
  useStringFlagDetails,
  useStringFlagValue,
} from './flag-hooks.js';
export { useBurgeeStatus } from './use-burgee-status.js';
export { type ContextMutation, useContextMutator } from './use-context-mutator.js';
export { useFlags } from './use-flags.js';
export { useSuspenseFlag } from './use-suspense-flag.js';
