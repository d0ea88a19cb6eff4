/** `@burgee/sdk/testing`: a client without a service, and overrides for development. */
export { createTestClient } from './create-test-client.js';
export { overridesFrom } from './overrides-from.js';
export { type OverriddenClient, type Overrides, withOverrides } from './with-overrides.js';
