import { randomBytes } from 'node:crypto';
import {
  aFlag,
  aProject,
  eventually,
  type ReceivedSpan,
  startEdge,
  startTestCluster,
  StreamClient,
  TestClient,
  type TestCluster,
  TraceReceiver,
} from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';

let receiver: TraceReceiver;
let cluster: TestCluster;

beforeAll(async () => {
  receiver = await TraceReceiver.start();
  cluster = await startTestCluster({
    sdkGateways: 2,
    links: false,
    settings: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_BSP_SCHEDULE_DELAY: '100' },
  });
}, 120_000);
afterAll(async () => {
  await cluster?.stop();
  await receiver?.stop();
});

/** From the caller's span on. Two gateways have a stream each. */
const TREE = [
  'api-gateway: PATCH /api/* (server)',
  '  api-gateway: PATCH (client)',
  '    flags-admin: PATCH /api/flags/:flagId/environments/:envId/toggle (server)',
  '      flags-admin: deliver outbox messages (internal)',
  '        flags-admin: send flag.updated.* (producer)',
  '          sdk-gateway: process flag.updated.* (consumer)',
  '          sdk-gateway: process flag.updated.* (consumer)',
  '      flags-admin: deliver outbox messages (internal)',
  '        flags-admin: send audit.record (producer)',
  '          audit: process audit.record (consumer)',
  '      flags-admin: send project.changed.* (producer)',
  '        flags-admin: process project.changed.* (consumer)',
  '      flags-admin: transaction flags (client)',
  '        sdk-gateway: send to streams (producer)',
  '        sdk-gateway: send to streams (producer)',
];

/** A trace as lines, each span under its parent: `service: name (kind)`. */
function drawn(spans: ReceivedSpan[], parentId: string, depth = 0): string[] {
  return spans
    .filter((span) => span.parentId === parentId)
    .toSorted((one, other) => `${one.name}${one.service}`.localeCompare(`${other.name}${other.service}`))
    .flatMap(({ service, name, kind, spanId }) => [
      `${'  '.repeat(depth)}${service}: ${name} (${kind})`,
      ...drawn(spans, spanId, depth + 1),
    ]);
}

describe('a toggle', () => {
  it('is one trace, from the api-gateway to the flush of every stream', async () => {
    const project = await aProject(cluster.url);
    const flag = await aFlag(project);
    const streams = cluster.gateways.map(({ base }) =>
      new StreamClient({ base: () => base, sdkKey: project.development.sdk_key }).start(),
    );
    await eventually(() => expect(streams.map(({ position }) => position?.revision)).toEqual([1, 1]));
    const headers = { traceparent: `00-${TRACE}-${CALLER}-01` };
    const address = `/api/flags/${flag.id}/environments/${project.development.id}/toggle`;
    expect((await project.owner.client.patch(address, { is_enabled: true }, headers)).status).toBe(200);
    await eventually(() => expect(streams.map(({ position }) => position?.revision)).toEqual([2, 2]));
    const ofTrace = () => receiver.spans.filter(({ traceId }) => traceId === TRACE);
    await eventually(() => expect(drawn(ofTrace(), CALLER)).toEqual(TREE));
    for (const stream of streams) stream.stop();
    expect(
      ofTrace().find(({ service, kind }) => service === 'api-gateway' && kind === 'server')?.attributes,
    ).toMatchObject({
      'http.request.method': 'PATCH',
      'http.route': '/api/*',
      'http.response.status_code': 200,
    });
    expect(ofTrace().filter(({ failed }) => failed)).toEqual([]);
  });
});

describe('a read', () => {
  /** @returns the spans of the trace that it is a part of */
  const readAt = async (client: TestClient, key: string, flags: '00' | '01') => {
    const trace = randomBytes(16).toString('hex');
    const headers = { 'x-sdk-key': key, traceparent: `00-${trace}-${CALLER}-${flags}` };
    expect((await client.get('/api/v1/flags', headers)).status).toBe(200);
    return () => receiver.spans.filter(({ traceId }) => traceId === trace);
  };
  const read = async (flags: '00' | '01') =>
    readAt(cluster.gateways[0]!, (await aProject(cluster.url)).development.sdk_key, flags);

  it('is a span where its caller samples it, and none where it does not', async () => {
    const unsampled = await read('00');
    const sampled = await read('01');
    await eventually(() =>
      expect(sampled()).toMatchObject([
        { service: 'sdk-gateway', name: 'GET /api/v1/flags', kind: 'server', parentId: CALLER },
      ]),
    );
    expect(unsampled()).toEqual([]);
  });

  it('at an edge is also a span, even in the last seconds before the edge ends', async () => {
    const { sdk_key } = (await aProject(cluster.url)).development;
    const edge = await startEdge({
      UPSTREAM_URLS: cluster.gateways[0]!.base,
      SDK_KEYS: sdk_key,
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      // Nothing is sent before the end.
      OTEL_BSP_SCHEDULE_DELAY: '600000',
    });
    const client = new TestClient(edge.url);
    const [unsampled, sampled] = [await readAt(client, sdk_key, '00'), await readAt(client, sdk_key, '01')];
    await edge.stop();
    await eventually(() =>
      expect(sampled()).toMatchObject([
        { service: 'edge', name: 'GET /api/v1/flags', kind: 'server', parentId: CALLER },
      ]),
    );
    expect(unsampled()).toEqual([]);
  });
});
