/** The package @burgee/openfeature-web: the provider for pages, with one context. */
export type {
  BurgeeConnectionOptions,
  BurgeeProviderOptions,
  BurgeeSharedClient,
  CacheMode,
  ChangeDetection,
  LifecycleOptions,
} from '@burgee/openfeature';
export { BurgeeWebProvider } from './burgee-web-provider.js';
