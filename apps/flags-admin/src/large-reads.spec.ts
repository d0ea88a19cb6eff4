import 'reflect-metadata';
import { READ_KIND } from '@burgee/service-kit';
import { expect, it } from '@jest/globals';
import { RequestMethod } from '@nestjs/common';
import type { FlagsAdminConfig } from './config.js';
import { FlagsAdminModule } from './flags-admin.module.js';

type Handler = (...args: unknown[]) => unknown;

/** What short lists are of: one row for each environment. */
const SHORT = new Set(['EnvironmentConnection']);

const config = { NATS_URL: 'nats://nowhere', REDIS_URL: 'redis://nowhere', DATABASE_URL: 'postgres://nowhere' };
const { controllers = [] } = FlagsAdminModule.with(config as FlagsAdminConfig);

/** Every read whose answer is a list, and what it lists. */
const lists = controllers.flatMap(({ name, prototype }: { name: string; prototype: Record<string, Handler> }) =>
  Object.getOwnPropertyNames(prototype).flatMap((method) => {
    const handler = prototype[method] as Handler;
    if (Reflect.getMetadata('method', handler) !== RequestMethod.GET) return [];
    const answer = Reflect.getMetadata('swagger/apiResponse', handler)?.[200];
    return answer?.isArray ? [{ name: `${name}.${method}`, of: answer.type.name as string, handler }] : [];
  }),
);

it.each(lists.filter(({ of }) => !SHORT.has(of)))(
  '$name waits for the turn of the account that asks, like every list',
  ({ handler }) => {
    expect(Reflect.getMetadata(READ_KIND, handler)).toBe('large');
  },
);

it('those lists are found', () => {
  expect(lists.length).toBeGreaterThan(5);
});
