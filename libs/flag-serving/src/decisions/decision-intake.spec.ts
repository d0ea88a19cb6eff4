import type { IncomingMessage, ServerResponse } from 'node:http';
import { formatPosition, mintSdkKey, parsePosition, type Position } from '@burgee/contracts/wire';
import { expect, it } from '@jest/globals';
import type { Access, GrantedAccess } from '../authenticate/access.js';
import { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import type { ReadFlagSet } from '../flags/flag-set-reader.js';
import type { MinPosition } from '../positions/min-position.js';
import { DecisionIntake } from './decision-intake.js';

const AT_7 = { environmentId: 'env', epoch: 'x', revision: 7 };
const granted: GrantedAccess = {
  kind: 'fresh',
  keyHash: 'k',
  keyKind: 'sdk',
  version: AT_7,
  asOf: 0,
  allowOrigin: undefined,
};
const readAt = (position: Position): ReadFlagSet => ({
  kind: 'read',
  rendered: new RenderedFlagSet({ environmentId: 'env', ...position, body: Buffer.from('[]') }),
  ageSeconds: undefined,
  asOf: undefined,
});

/** @returns the position of the flag set, and the position that the request waited to reach */
async function take(named: string | undefined, { mayBeBehind = true, min = undefined as string | undefined } = {}) {
  let waitedFor: MinPosition | undefined;
  const reader = {
    mayBeBehind,
    read: async () => readAt(AT_7),
    readFrom: async (from: MinPosition) => {
      waitedFor = from;
      return readAt(from.at(-1) as Position);
    },
  };
  const authenticate = () => ({ result: Promise.resolve<Access>(granted), join: () => false });
  const intake = new DecisionIntake({ authenticate }, reader);
  const request = { headers: min === undefined ? {} : { 'burgee-min-position': min } } as IncomingMessage;
  const call = {
    request,
    response: {} as ServerResponse,
    key: mintSdkKey(),
    hold: () => undefined,
    allowOrigin: undefined,
    named: named === undefined ? undefined : parsePosition(named),
  };
  const taken = await intake.take(granted, call, () => Buffer.from('{}'));
  if (taken.kind !== 'taken') throw new Error(taken.kind);
  return { at: formatPosition(taken.read.rendered.set), waitedFor: waitedFor?.map(formatPosition) };
}

it('a request after an event waits for the named position, where the source may be behind', async () => {
  expect(await take('x-8')).toEqual({ at: 'x-8', waitedFor: ['x-8'] });
  expect(await take('x-9', { min: 'x-8' })).toEqual({ at: 'x-9', waitedFor: ['x-8', 'x-9'] });
});

it.each([
  ['no event', undefined],
  ['an event that named the current position', 'x-7'],
  ['one of another epoch, which may have been before this one', 'y-9'],
])('and does not wait for %s', async (_, named) => {
  expect(await take(named)).toEqual({ at: 'x-7', waitedFor: undefined });
});

it('a request does not wait for a strict source, which is always current', async () => {
  expect(await take('x-8', { mayBeBehind: false })).toEqual({ at: 'x-7', waitedFor: undefined });
});
