import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { mintSdkKey } from '@burgee/contracts/wire';
import { metrics } from '@burgee/process-kit';
import { describe, expect, it } from '@jest/globals';
import { noteRequest } from './note-request.js';
import { type Route, routeOf } from './route.js';

const KEY = mintSdkKey();

/** @returns the log lines once the request is answered */
function answered(route: Route, method = 'GET') {
  const lines: object[] = [];
  const response = Object.assign(new EventEmitter(), { statusCode: 200 });
  const request = { method, headers: { 'x-sdk-key': KEY } };
  const logger = { info: (line: object) => void lines.push(line) };
  noteRequest(
    route,
    request as unknown as IncomingMessage,
    response as unknown as ServerResponse,
    logger as never,
    () => '192.0.2.1',
  );
  response.emit('close');
  return lines;
}

describe('a request at an edge', () => {
  it('is logged without its key, under a route name that no client chooses', async () => {
    const [line] = answered(routeOf('POST', '/api/v1/stream/ticket'), 'POST');
    expect(line).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/api/v1/stream/ticket',
      'http.response.status_code': 200,
      'client.address': '192.0.2.1',
      sdk_key_id: expect.any(String),
    });
    expect(JSON.stringify(line)).not.toContain(KEY);
    expect(answered(routeOf('GET', '/secret-of-a-caller'))).toMatchObject([{ 'http.route': 'unknown' }]);
    const text = await metrics.metrics();
    expect(text).toContain('burgee_http_server_request_duration_seconds_count{status="2xx"} 2');
    expect(text).toContain('duration_seconds_count{route="/api/v1/stream/ticket"} 1');
  });

  it('is not logged on frequent routes', () => {
    for (const url of ['/api/v1/flags', '/api/v1/stream', '/readyz']) expect(answered(routeOf('GET', url))).toEqual([]);
  });
});
