import { describe, expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import { serveDocument } from './serve-document.js';

describe('the OpenAPI document of a service', () => {
  it('S105 is rendered once: every caller gets the same bytes', async () => {
    const service = fastify();
    const sent: unknown[] = [];
    service.addHook('onSend', async (_request, _reply, payload) => void sent.push(payload));
    serveDocument(service, { openapi: '3.1.0', info: { title: 'a', version: '1' }, paths: {} });
    for (let count = 0; count < 2; count++) {
      const { headers, body } = await service.inject('/openapi.json');
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(JSON.parse(body)).toMatchObject({ info: { title: 'a' } });
    }
    expect(sent[0]).toBeInstanceOf(Buffer);
    expect(sent[1]).toBe(sent[0]);
  });
});
