export type {
  BurgeeConnectionOptions,
  BurgeeProviderOptions,
  BurgeeSharedClient,
  CacheMode,
  ChangeDetection,
  LifecycleOptions,
} from '@burgee/openfeature';
export { BurgeeWebProvider } from './burgee-web-provider.js';
