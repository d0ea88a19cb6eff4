import { Agent, request } from 'node:http';
import type { BenchFixture } from './bench-fixture.js';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Switches a flag of the fixture, given by its index, on one kept connection. @throws when the service does not answer 200 */
export function toggleFlag(
  base: string,
  { cookie, environmentId, flagIds }: BenchFixture,
  index: number,
  isEnabled: boolean,
): Promise<void> {
  const url = `${base}/api/flags/${flagIds[index]}/environments/${environmentId}/toggle`;
  const body = JSON.stringify({ is_enabled: isEnabled });
  return new Promise((resolve, reject) => {
    const headers = { cookie, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const call = request(url, { method: 'PATCH', agent, headers }, (response) => {
      response.resume();
      response.on('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`PATCH answered ${response.statusCode}`)),
      );
    });
    call.on('error', reject);
    call.end(body);
  });
}
