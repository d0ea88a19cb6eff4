/** What the OpenFeature providers have in common; not published by itself. */
export { type Emit, ProviderCore } from './provider-core.js';
export type * from './options.js';
