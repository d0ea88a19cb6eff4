import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { readFileSync } from 'node:fs';
import { get } from 'node:https';
import { text } from 'node:stream/consumers';
import {
  aFlag,
  aProject,
  edgeProfile,
  type Project,
  type RunningEdge,
  sharedCluster,
  startEdge,
} from '@burgee/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Certificates, makeCertificates } from '../faults/engines/certificates.js';
import { fetchFlags, gateway } from '../interface/sdk-calls.js';

const GATEWAY = edgeProfile()?.gateway ?? gateway('sdk-gateway-1');

let certificates: Certificates;
let project: Project;
let first: RunningEdge;
let proxy: Server;
/** Hosts that clients asked the proxy to connect to. */
let tunnels: string[];
const others: RunningEdge[] = [];

const read = (file: string) => readFileSync(file, 'utf8');
const start = async (settings: Record<string, string>) => {
  const edge = await startEdge({ UPSTREAM_URLS: first.url, SDK_KEYS: project.development.sdk_key, ...settings });
  others.push(edge);
  return edge;
};

beforeAll(async () => {
  certificates = makeCertificates();
  project = await aProject(sharedCluster().url);
  await aFlag(project);
  first = await startEdge({
    UPSTREAM_URLS: GATEWAY,
    SDK_KEYS: project.development.sdk_key,
    TLS_CERT: read(certificates.server),
    TLS_KEY: read(certificates.serverKey),
  });
  proxy = createServer().on('connect', ({ url = '' }: IncomingMessage, client: Socket) => {
    tunnels.push(url);
    const target = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(target).pipe(client);
    });
    for (const socket of [client, target]) socket.on('error', () => socket.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
});
afterEach(() => Promise.all(others.splice(0).map((edge) => edge.stop())));
afterAll(async () => {
  await first?.stop();
  proxy?.close();
  certificates?.remove();
});

describe('an edge that speaks TLS', () => {
  it('answers pages and servers', async () => {
    const { sdk_key } = project.development;
    const request = get(`${first.url}/api/v1/flags`, {
      ca: read(certificates.ca),
      headers: { 'x-sdk-key': sdk_key },
      agent: false,
    });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect([response.statusCode, await text(response)]).toEqual([
      200,
      (await fetchFlags(project.development, {}, GATEWAY)).text,
    ]);
  });

  it('serves an edge that trusts its CA, through the configured proxy, and directly for excluded hosts', async () => {
    const HTTPS_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const there = await fetchFlags(project.development, {}, GATEWAY);
    for (const [settings, isProxied] of [
      [{}, false],
      [{ HTTPS_PROXY }, true],
      [{ HTTPS_PROXY, NO_PROXY: '127.0.0.1' }, false],
    ] as const) {
      tunnels = [];
      const second = await start({ UPSTREAM_CA: read(certificates.ca), ...settings });
      const here = await fetchFlags(project.development, {}, second.url);
      expect([here.text, here.headers['burgee-freshness']]).toEqual([there.text, undefined]);
      expect(new Set(tunnels)).toEqual(new Set(isProxied ? [new URL(first.url).host] : []));
      // It may ask again, through its proxy, while the next one is tried.
      await others.pop()?.stop();
    }
  });

  it('does not serve an edge that distrusts its CA: that edge waits, and answers 503', async () => {
    const second = await start({ UPSTREAM_CA: read(certificates.otherCa) });
    expect((await fetchFlags(project.development, {}, second.url)).status).toBe(503);
  });
});
