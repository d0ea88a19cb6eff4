import type { ProjectChange } from '@burgee/contracts/http';
import type { ProjectChangedV1 } from '@burgee/contracts/messages';
import { DomainError } from '@burgee/contracts/wire';
import type { OutboxMessage } from '@burgee/outbox';
import { eventually } from '@burgee/testing/unit';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ProjectEventStream } from './project-event-stream.js';
import { MAX_PROJECT_STREAMS, ProjectStreamRegistry } from './project-stream-registry.js';
import type { StreamCheck } from './project-stream.query.js';

const NOT_USED = {} as never;
const registry = () =>
  new ProjectStreamRegistry({ register: () => undefined } as never, NOT_USED, NOT_USED, NOT_USED, NOT_USED);
const streamOf = (userId: string, address = `of ${userId}`) => ({ userId, address }) as ProjectEventStream;

function refusalOf(add: () => void): [string, number] | undefined {
  try {
    add();
    return undefined;
  } catch (error) {
    const { code, options } = error as DomainError;
    return [code, options.retryAfterSeconds ?? 0];
  }
}

describe('limits on project event streams', () => {
  it('S39 refuses the 101st stream of one user and admits others', () => {
    const streams = registry();
    for (let one = 0; one < 100; one += 1) streams.add(streamOf('ada'));
    expect(refusalOf(() => streams.add(streamOf('ada')))).toEqual(['too_many_requests', 10]);
    expect(refusalOf(() => streams.add(streamOf('grace')))).toBeUndefined();
  });

  it('S39 refuses the 501st stream of one address, even with several users, and admits others', () => {
    const streams = registry();
    const open = Array.from({ length: 500 }, (_, one) => streamOf(`user ${one % 20}`, '2001:db8::/64'));
    for (const stream of open) streams.add(stream);
    const another = () => streams.add(streamOf('ada', '2001:db8::/64'));
    expect(refusalOf(another)).toEqual(['too_many_requests', 10]);
    expect(refusalOf(() => streams.add(streamOf('ada', '2001:db8:0:1::/64')))).toBeUndefined();
    streams.remove(open[0] as ProjectEventStream);
    expect(refusalOf(another)).toBeUndefined();
  });

  it('S39 refuses streams beyond the total, even with several users, until another one ends', () => {
    const streams = registry();
    const open = Array.from({ length: MAX_PROJECT_STREAMS }, (_, one) => streamOf(`user ${one}`));
    for (const stream of open) streams.add(stream);
    expect(refusalOf(() => streams.add(streamOf('one more')))).toEqual(['streams_busy', 10]);
    streams.remove(open[0] as ProjectEventStream);
    expect(refusalOf(() => streams.add(streamOf('one more')))).toBeUndefined();
  });
});

describe('access checks of open streams', () => {
  class FakeStream {
    permittedAt = performance.now();
    ended = false;
    readonly sessionId = 's';
    readonly sent: string[] = [];
    readonly userId: string;
    readonly address: string;
    constructor(readonly projectId: string) {
      this.userId = this.address = projectId;
    }
    send = (event: string) => void this.sent.push(event);
    end = () => {
      this.ended = true;
    };
  }

  const check = jest.fn<(streams: readonly FakeStream[]) => Promise<StreamCheck>>();
  const warn = jest.fn();
  const permit = async (streams: readonly FakeStream[]): Promise<StreamCheck> => ({
    revisions: new Map(streams.map(({ projectId }) => [projectId, '1'])),
    permitted: new Set(streams.map(({ sessionId, projectId }) => `${sessionId} ${projectId}`)),
  });
  let streams: ProjectStreamRegistry;
  const follow = (count: number, of = 'p') =>
    Array.from({ length: count }, (_, one) => {
      const stream = new FakeStream(`${of}${one}`);
      streams.add(stream as unknown as ProjectEventStream);
      return stream;
    });

  beforeEach(() => {
    jest.useFakeTimers();
    check.mockReset().mockImplementation(permit);
    warn.mockReset();
    const logger = { warn, debug: () => undefined } as never;
    streams = new ProjectStreamRegistry(
      { register: () => undefined } as never,
      { check } as never,
      { subscribe: () => undefined } as never,
      NOT_USED,
      logger,
    );
    streams.onApplicationBootstrap();
  });
  afterEach(() => {
    streams.beforeApplicationShutdown();
    jest.useRealTimers();
  });

  it('read two hundred streams at a time', async () => {
    follow(450);
    await jest.advanceTimersByTimeAsync(700);
    expect(check.mock.calls.map(([some]) => some.length)).toEqual([200, 200, 50]);
  });

  it('end the streams of users who have lost access', async () => {
    const [removed, stays] = follow(2);
    check.mockImplementation((some) => permit(some.filter((stream) => stream !== removed)));
    await jest.advanceTimersByTimeAsync(700);
    expect([removed!.ended, stays!.ended]).toEqual([true, false]);
  });

  it('end only the streams that could not be checked for ten seconds, with a warning', async () => {
    const [checked, unchecked] = [follow(200), follow(70, 'slow')];
    check.mockImplementation(async (some) => {
      if (some.includes(unchecked[0]!)) throw new Error('timeout');
      return permit(some);
    });
    await jest.advanceTimersByTimeAsync(9_800);
    expect(warn).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1_400);
    expect(unchecked.every(({ ended }) => ended)).toBe(true);
    expect(checked.some(({ ended }) => ended)).toBe(false);
    expect(warn.mock.calls).toEqual([[{ err: new Error('timeout'), streams: 70 }, expect.any(String)]]);
  });

  it('count as failed while a check does not finish', async () => {
    const [stream] = follow(1);
    check.mockReturnValue(new Promise(() => undefined));
    await jest.advanceTimersByTimeAsync(11_200);
    expect(stream!.ended).toBe(true);
  });

  it('also compare revisions, and announce a change once that no message announced', async () => {
    const [stream] = follow(1);
    await jest.advanceTimersByTimeAsync(1_400);
    check.mockImplementation(async (some) => ({ ...(await permit(some)), revisions: new Map([['p0', '2']]) }));
    await jest.advanceTimersByTimeAsync(1_400);
    expect(stream!.sent).toEqual(['unknown_change']);
  });
});

describe('events for the pages of a project', () => {
  const changeOf = (one: number) => ({ project_id: 'p', action: `change ${one}` }) as unknown as ProjectChange;
  const received = (change: ProjectChange) => ({ sender: 'another replica', change }) as ProjectChangedV1;

  /** Each write takes longer than a slice. */
  class SlowPage {
    readonly projectId = 'p';
    readonly userId = 'ada';
    readonly address = 'of ada';
    readonly events: string[] = [];
    writes = 0;
    write(events: string): void {
      this.writes++;
      this.events.push(...[...events.matchAll(/event: (\w+)/g)].map(([, event]) => event ?? ''));
      for (const until = performance.now() + 3; performance.now() < until;);
    }
  }

  const announce = async (count: number): Promise<SlowPage[]> => {
    const streams = registry();
    const pages = [new SlowPage(), new SlowPage(), new SlowPage()];
    for (const page of pages) streams.add(page as unknown as ProjectEventStream);
    for (let one = 0; one < count; one++) streams.receive(received(changeOf(one)));
    await new Promise((resolve) => setTimeout(resolve));
    while (pages.some(({ writes }) => writes < 2)) await new Promise(setImmediate);
    return pages;
  };

  it('S63 are sent together when they arrive during a send', async () => {
    for (const { events, writes } of await announce(10))
      expect([events, writes]).toEqual([Array.from({ length: 10 }, () => 'change'), 2]);
  });

  it('S118 are replaced by a request to reload at every replica when one commit has very many', async () => {
    const publish = jest.fn();
    const streams = new ProjectStreamRegistry(
      { register: () => undefined } as never,
      NOT_USED,
      { publish } as never,
      NOT_USED,
      NOT_USED,
    );
    const page = new SlowPage();
    streams.add(page as unknown as ProjectEventStream);
    const entry = { kind: 'audit', occurred_at: new Date(0), payload: { project_id: 'p', action: 'flag_update' } };
    await streams.announce(Array.from({ length: 501 }, () => entry as unknown as OutboxMessage));
    const [[, , told]] = publish.mock.calls as [[unknown, unknown, ProjectChangedV1]];
    expect(publish).toHaveBeenCalledTimes(1);
    streams.receive({ ...told, sender: 'another replica' });
    await eventually(() => expect(page.events).toEqual(['unknown_change', 'unknown_change']));
  });

  it('S63 are replaced by a request to reload when more than twenty wait', async () => {
    for (const { events } of await announce(22)) expect(events).toEqual(['change', 'unknown_change']);
    for (const { events } of await announce(24))
      expect(events).toEqual(['change', 'unknown_change', 'change', 'change']);
  });
});
