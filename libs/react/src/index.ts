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
export { type ContextMutation, useBurgeeStatus, useContextMutator } from './use-client.js';
export { useSuspenseFlag } from './use-suspense-flag.js';
