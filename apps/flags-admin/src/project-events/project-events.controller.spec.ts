import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CountedRequest } from '@burgee/service-kit';
import { expect, it } from '@jest/globals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProjectEventStream } from './project-event-stream.js';
import { ProjectEventsController } from './project-events.controller.js';
import type { ProjectQuery } from '../projects/project.query.js';
import type { ProjectStreamRegistry } from './project-stream-registry.js';

it.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['192.0.2.1', '192.0.2.1'],
])('S39 a page whose address is %s, as the trusted proxies say, counts for %s', async (ip, block) => {
  const added: string[] = [];
  const refuses = {
    add: ({ address }: ProjectEventStream) => {
      added.push(address);
      throw new Error('full');
    },
  };
  const controller = new ProjectEventsController(refuses as unknown as ProjectStreamRegistry, {} as ProjectQuery);
  const user = { id: 'ada', name: 'Ada', sessionId: 's' };
  const open = () =>
    controller.open('p', { projectId: 'p' } as never, user as never, { ip } as FastifyRequest, {} as FastifyReply);
  await expect(open()).rejects.toThrow('full');
  expect(added).toEqual([block]);
});

it('S134 what a stream begins with is read, and paid for, like any answer', async () => {
  const registry = { add: () => undefined, remove: () => undefined };
  const project = { id: 'p', name: 'x'.repeat(40_000), environments: [] };
  const controller = new ProjectEventsController(
    registry as unknown as ProjectStreamRegistry,
    { one: async () => project } as unknown as ProjectQuery,
  );
  const user = { id: 'ada', name: 'Ada', sessionId: 's' };
  const paid: unknown[] = [];
  const server = createServer((raw, response) => {
    const request = { raw, ip: '192.0.2.1', id: 'r', method: 'GET' } as unknown as FastifyRequest & CountedRequest;
    const reply = { raw: response, hijack: () => undefined } as unknown as FastifyReply;
    void controller.open('p', { projectId: 'p' } as never, user as never, request, reply).finally(() => {
      paid.push(request.readBeside);
      response.end();
    });
  }).listen(0, '127.0.0.1');
  try {
    await new Promise((resolve) => server.once('listening', resolve));
    const text = await (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).text();
    expect(text).toContain('x'.repeat(40_000));
    expect(paid[0]).toBeGreaterThan(40_000);
  } finally {
    server.close();
  }
});
