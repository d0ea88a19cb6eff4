/** `@burgee/sdk/server`: a client that evaluates for the context of each request. */
export { createServerClient } from './create-server-client.js';
export type { ServerClient } from './server-client.js';
