export type {
  BurgeeConnectionOptions,
  BurgeeProviderOptions,
  BurgeeSharedClient,
  CacheMode,
  ChangeDetection,
  LifecycleOptions,
} from '@burgee/openfeature';
export { BurgeeProvider } from './burgee-provider.js';
