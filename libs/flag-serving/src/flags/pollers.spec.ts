import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Pollers } from './pollers.js';

const AT = { environmentId: 'env', epoch: 'e', revision: 7 };
const asks = (headers: IncomingHttpHeaders, address = 'a') => ({ headers, address }) as unknown as IncomingMessage;

describe('clients that poll', () => {
  let pollers: Pollers;
  let now: number;
  beforeEach(() => {
    now = 0;
    pollers = new Pollers(
      (request) => [(request as unknown as { address: string }).address],
      () => now,
    );
  });
  const note = (headers: IncomingHttpHeaders, address?: string) =>
    pollers.note(asks({ 'if-none-match': '"e-6"', ...headers }, address), AT);

  it('are clients that send a tag, more than once', () => {
    pollers.note(asks({}), AT);
    note({ 'if-none-match': `"e-6"${' '.repeat(200)}` });
    expect(pollers.of('env')).toEqual([]);
    note({});
    // Like a client that starts to follow a stream.
    expect(pollers.of('env')).toEqual([]);
    note({});
    expect(pollers.of('env')).toMatchObject([{ tag: '"e-6"', answered: { epoch: 'e', revision: 7 }, isNamed: false }]);
    expect(pollers.of('other')).toEqual([]);
  });

  it('are one where address and user agent are the same, and one for each name that they give', () => {
    note({ 'user-agent': 'x' });
    note({ 'user-agent': 'x', 'if-none-match': '"e-7"' });
    for (const _ of [1, 2]) {
      note({ 'user-agent': 'y' });
      note({ 'user-agent': 'x' }, 'b');
    }
    expect(
      pollers
        .of('env')
        .map(({ tag }) => tag)
        .toSorted(),
    ).toEqual(['"e-6"', '"e-6"', '"e-7"']);
    note({ 'user-agent': 'x', 'unleash-instanceid': 'one' });
    note({ 'user-agent': 'x', 'unleash-connection-id': 'two' });
    expect(pollers.of('env').filter(({ isNamed }) => isNamed)).toHaveLength(2);
  });

  it('are forgotten above the limit, least recently seen first', () => {
    for (let n = 0; n < 20_000; n++) note({ 'unleash-instanceid': `i${n}` });
    expect([pollers.isFull, pollers.of('env').length]).toEqual([true, 20_000]);
    note({ 'unleash-instanceid': 'i0' });
    note({ 'unleash-instanceid': 'new' });
    expect(pollers.of('env')).toHaveLength(19_001);
    expect(pollers.of('env').slice(-2)).toMatchObject([{ seenAt: 0 }, { seenAt: 0 }]);
  });

  it('S83 of one environment push out none of another', () => {
    const person = { ...AT, environmentId: 'person-env' };
    for (const _ of [1, 2]) pollers.note(asks({ 'if-none-match': '"e-6"' }), person);
    for (let n = 0; n < 60_000; n++)
      pollers.note(asks({ 'if-none-match': '"e-6"', 'unleash-instanceid': `i${n}` }), {
        ...AT,
        environmentId: 'loop-env',
      });
    expect(pollers.of('person-env')).toHaveLength(1);
  });

  it('are forgotten after two minutes without a request', () => {
    note({ 'unleash-instanceid': 'gone' });
    now = 100_000;
    note({ 'unleash-instanceid': 'here' });
    now = 120_001;
    expect(pollers.of('env')).toHaveLength(1);
  });
});
