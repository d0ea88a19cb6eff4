import { expect, it } from '@jest/globals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProjectEventStream } from './project-event-stream.js';
import { ProjectEventsController } from './project-events.controller.js';
import type { ProjectQuery } from '../projects/project.query.js';
import type { ProjectStreamRegistry } from './project-stream-registry.js';

it.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['192.0.2.1', '192.0.2.1'],
])('S39 counts a page with the address %s, from the trusted proxies, toward %s', async (ip, block) => {
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
    controller.followProject(
      'p',
      { projectId: 'p' } as never,
      user as never,
      { ip } as FastifyRequest,
      {} as FastifyReply,
    );
  await expect(open()).rejects.toThrow('full');
  expect(added).toEqual([block]);
});
