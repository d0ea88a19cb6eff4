import { aUser, TestClient, sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';
import { UNKNOWN_ID } from './shapes.js';

const { url } = sharedCluster();

describe('Errors: the table', () => {
  it.each([
    ['GET', '/api/auth/me'],
    ['PATCH', `/api/flags/${UNKNOWN_ID}/environments/${UNKNOWN_ID}/toggle`],
    ['GET', `/api/flags/${UNKNOWN_ID}/audit`],
  ])(
    'any endpoint that "requires the token cookie" | cookie missing | 401, at each service: %s %s',
    async (method, path) => {
      expectProblem(await new TestClient(url).call(method, path), 401, 'unauthenticated');
    },
  );
});

describe('not shown: "Error response body shape": RFC 9457', () => {
  it('type, title, status, detail, code, message, request_id and errors', async () => {
    const { client } = await aUser(url);
    const headers = { 'x-request-id': 'my-request-1' };
    const answer = await client.post('/api/projects', { name: '' }, headers);
    expect(answer.body).toEqual({
      type: 'urn:burgee:error:invalid_request',
      title: 'Invalid request',
      status: 400,
      code: 'invalid_request',
      detail: 'The request was refused: name should not be empty.',
      message: 'The request was refused: name should not be empty.',
      request_id: 'my-request-1',
      errors: [{ pointer: '/name', detail: 'name should not be empty' }],
    });
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe('not shown: the other statuses', () => {
  it('400: what is no JSON', async () => {
    const { client } = await aUser(url);
    const headers = { 'content-type': 'application/json' };
    const answer = await client.call('POST', '/api/projects', { raw: '{"name": oops}', headers });
    expectProblem(answer, 400, 'malformed_json');
  });

  it('415: a body that is no JSON by its type', async () => {
    const { client } = await aUser(url);
    const raw = JSON.stringify({ name: 'Shop' });
    const answer = await client.call('POST', '/api/projects', { raw, headers: { 'content-type': 'application/xml' } });
    expectProblem(answer, 415, 'unsupported_media_type');
  });
});
