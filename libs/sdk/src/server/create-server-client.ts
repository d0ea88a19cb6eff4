import type { BurgeeClient } from '../client.js';
import { createClient } from '../create-client.js';
import type { ClientOptions } from '../options.js';
import { wrapClient } from '../wrap-client.js';
import { acknowledge } from './acknowledge.js';
import type { ServerClient } from './server-client.js';

/**
 * `createClient`, with `for(context)`. It acknowledges changes when the service asks for that.
 * @throws TypeError when `baseUrl` is no address
 */
export function createServerClient(options: ClientOptions): ServerClient {
  const client: BurgeeClient = createClient({ ...options, fetch: acknowledge(options, () => client.version) });
  return wrapClient(client, { decide: client.details as never, all: client.all });
}
