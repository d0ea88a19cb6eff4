import {
  type ServiceResponse,
  edgeProfile,
  type Environment,
  type StreamReader,
  TestClient,
  sharedCluster,
} from '@burgee/testing';

const { url, services } = sharedCluster();

type Key = Pick<Environment, 'sdk_key'>;
type Headers = Record<string, string>;

export const gateway = (name: 'sdk-gateway-1' | 'sdk-gateway-2'): string => services[name]?.url ?? '';

const REPLICAS = ['sdk-gateway-1', 'sdk-gateway-2'] as const;

/**
 * Where SDKs can call: the public address and a replica behind it. The other replica runs the same program; in the
 * lane `edge` the two are edges, and the second follows the first.
 */
export const SDK_ADDRESSES: [string, string][] = [
  ['the public address', url],
  ...REPLICAS.slice(edgeProfile() ? 0 : 1).map((name): [string, string] => [name, gateway(name)]),
];

export function fetchFlags({ sdk_key }: Key, headers: Headers = {}, base = url): Promise<ServiceResponse> {
  return new TestClient(base).get('/api/v1/flags', { 'x-sdk-key': sdk_key, ...headers });
}

const streams: StreamReader[] = [];

/** An event stream that `closeStreams` closes. */
export async function listen({ sdk_key }: Key, headers: Headers = {}, base = url, query = ''): Promise<StreamReader> {
  return keep(await new TestClient(base).stream(`/api/v1/stream${query}`, { 'x-sdk-key': sdk_key, ...headers }));
}

export function keep(stream: StreamReader): StreamReader {
  streams.push(stream);
  return stream;
}

/** After each test that listens. */
export function closeStreams(): void {
  for (const stream of streams.splice(0)) stream.close();
}
