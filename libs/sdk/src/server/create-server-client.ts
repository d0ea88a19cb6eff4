import { createClient } from '../create-client.js';
import type { ClientOptions } from '../options.js';
import { wrapClient } from '../wrap-client.js';
import type { ServerClient } from './server-client.js';

/**
 * `createClient`, with `for(context)`.
 * @throws TypeError when `baseUrl` is no address
 */
export function createServerClient(options: ClientOptions): ServerClient {
  const client = createClient(options);
  return wrapClient(client, { decide: client.details as never, all: (context) => client.all(context) });
}
