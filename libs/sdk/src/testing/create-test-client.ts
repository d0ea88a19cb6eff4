import { createClient } from '../create-client.js';
import type { ClientOptions } from '../options.js';
import { type OverriddenClient, type Overrides, withOverrides } from './with-overrides.js';

/**
 * A client that sends no requests and has exactly these flags; ready at once. `override` changes a flag and calls listeners.
 * @example createTestClient({ 'new-checkout': true, theme: 'dark' })
 */
export function createTestClient(values: Overrides = {}): OverriddenClient {
  // Offline it needs neither address nor key.
  const options = { offline: true, storage: false, bootstrap: [], logger: { warn() {} } } as Partial<ClientOptions>;
  return withOverrides(createClient(options as ClientOptions), values);
}
