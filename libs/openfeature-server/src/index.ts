/** The package @burgee/openfeature-server: the provider for servers, with a context for each evaluation. */
export type {
  BurgeeConnectionOptions,
  BurgeeProviderOptions,
  BurgeeSharedClient,
  CacheMode,
  ChangeDetection,
  LifecycleOptions,
} from '@burgee/openfeature';
export { BurgeeProvider } from './burgee-provider.js';
