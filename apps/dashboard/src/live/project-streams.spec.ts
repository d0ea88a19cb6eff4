import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { chooseStreams, STREAMS_AT_MOST } from './choose-streams.js';
import { ProjectStreams, type Tab } from './project-streams.js';
import { type Following, SIGN_OF_LIFE_MILLISECONDS, type StreamMessage } from './stream-messages.js';

const following = (projectId: string, more: Partial<Following> = {}): Following => ({
  projectId,
  userId: 'ada',
  isShown: true,
  since: 0,
  ...more,
});

describe('the streams that a browser holds', () => {
  it('are one for all tabs of a project and user', () => {
    const tabs = [following('p'), following('p', { since: 5 }), following('q'), following('p', { userId: 'grace' })];
    expect([...chooseStreams(tabs)].toSorted()).toEqual(['ada p', 'ada q', 'grace p']);
  });

  it('are few, for the tabs that are shown and then for those used last', () => {
    const shown = [1, 2, 3, 4, 5, 6].map((since) => following(`shown ${since}`, { since }));
    const hidden = following('hidden', { isShown: false, since: 9 });
    const names = ['ada shown 6', 'ada shown 5', 'ada shown 4', 'ada shown 3'];
    expect([...chooseStreams([hidden, ...shown])]).toEqual(names);
    expect(names).toHaveLength(STREAMS_AT_MOST);
    expect([...chooseStreams([hidden, shown[0]!])]).toEqual(['ada shown 1', 'ada hidden']);
  });
});

describe('tabs with shared streams', () => {
  class FakeEvents {
    readyState = 0;
    private readonly listeners: [string, (message: { data: string }) => void][] = [];
    constructor(readonly projectId: string) {}
    addEventListener = (event: string, listener: (message: { data: string }) => void) =>
      void this.listeners.push([event, listener]);
    close = () => void (this.readyState = 2);
    send(event: string, data: object = {}): void {
      for (const [of, listener] of this.listeners) if (of === event) listener({ data: JSON.stringify(data) });
    }
  }
  function fakeTab(): Tab & { read: () => StreamMessage[] } {
    const told: StreamMessage[] = [];
    return Object.assign((message: StreamMessage) => void told.push(message), { read: () => told.splice(0) });
  }

  const ready = { project_id: 'p', environments: [] };
  const LIVE: StreamMessage[] = [
    { kind: 'state', state: 'live' },
    { kind: 'ready', ready },
  ];
  const readProject = jest.fn<(projectId: string) => Promise<never>>();
  let opened: FakeEvents[];
  let streams: ProjectStreams;
  const open = () => opened.filter(({ readyState }) => readyState !== 2).map(({ projectId }) => projectId);
  const join = (projectId: string, more: Partial<Following> = {}) => {
    const tab = fakeTab();
    streams.receive(tab, following(projectId, more));
    return tab;
  };

  beforeEach(() => {
    jest.useFakeTimers();
    opened = [];
    readProject.mockReset().mockResolvedValue({ environments: [{ id: 'e', revision: 3, name: 'x' }] } as never);
    const openEvents = (projectId: string) => {
      const events = new FakeEvents(projectId);
      opened.push(events);
      return events;
    };
    streams = new ProjectStreams({ openEvents, readProject });
  });
  afterEach(() => void jest.useRealTimers());

  it('all receive what one stream brings', () => {
    const tabs = [join('p'), join('p'), join('p')];
    for (const tab of tabs) tab.read();
    opened[0]!.send('ready', ready);
    opened[0]!.send('change', { project_id: 'p' });
    opened[0]!.send('unknown_change');
    const told = [...LIVE, { kind: 'change', change: { project_id: 'p' } }, { kind: 'unknown_change' }];
    for (const tab of tabs) expect(tab.read()).toEqual(told);
    expect(opened).toHaveLength(1);
  });

  it('join a running stream with a project that was read afterwards', async () => {
    join('p');
    opened[0]!.send('ready', ready);
    const tab = join('p');
    expect(tab.read()).toEqual(LIVE.slice(0, 1));
    await jest.advanceTimersByTimeAsync(0);
    const project = await readProject('p');
    const environments = [{ environment_id: 'e', revision: 3 }];
    expect(tab.read()).toEqual([{ kind: 'ready', ready: { project_id: 'p', environments, project } }]);

    readProject.mockRejectedValue(new Error('gone'));
    const another = join('p');
    await jest.advanceTimersByTimeAsync(0);
    expect(another.read()).toEqual([LIVE[0], { kind: 'unknown_change' }]);
  });

  it('end their stream when the last one leaves, or shows no sign of life', async () => {
    const [leaves, crashes, lives] = [join('p'), join('q'), join('r')];
    streams.receive(leaves, undefined);
    expect(open()).toEqual(['q', 'r']);
    for (let waited = 0; waited < 30_000; waited += SIGN_OF_LIFE_MILLISECONDS) {
      await jest.advanceTimersByTimeAsync(SIGN_OF_LIFE_MILLISECONDS);
      streams.receive(lives, following('r'));
    }
    expect(open()).toEqual(['r']);
    streams.receive(crashes, following('q'));
    expect(open()).toEqual(['r', 'q']);
  });

  it('yield their streams to tabs that are used later, and get them back', () => {
    const tabs = [1, 2, 3, 4, 5].map((since) => join(`p${since}`, { since }));
    expect(open()).toEqual(['p2', 'p3', 'p4', 'p5']);
    expect(tabs[0]!.read().at(-1)).toEqual({ kind: 'state', state: 'yielded' });
    streams.receive(tabs[0]!, following('p1', { since: 6 }));
    expect(open()).toEqual(['p3', 'p4', 'p5', 'p1']);
    expect(tabs[0]!.read().at(-1)).toEqual({ kind: 'state', state: 'connecting' });
    expect(tabs[1]!.read().at(-1)).toEqual({ kind: 'state', state: 'yielded' });
  });

  it('all learn that the service refuses, and that it went silent', async () => {
    const tabs = [join('p'), join('p')];
    opened[0]!.close();
    opened[0]!.send('error');
    const lost = { kind: 'state', state: 'lost' };
    for (const tab of tabs) expect(tab.read().slice(-2)).toEqual([{ kind: 'refused' }, lost]);
    await jest.advanceTimersByTimeAsync(500);
    expect(open()).toEqual(['p']);
    opened[1]!.send('ready', ready);
    for (const tab of tabs) streams.receive(tab, following('p', { since: 1 }));
    await jest.advanceTimersByTimeAsync(21_000);
    opened[1]!.send('beat');
    for (const tab of tabs) streams.receive(tab, following('p', { since: 1 }));
    await jest.advanceTimersByTimeAsync(21_000);
    for (const tab of tabs) expect(tab.read().at(-1)).toEqual(LIVE[0]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(tabs[0]!.read()).toContainEqual(lost);
  });

  it('reconnect at once when a user looks at one again', () => {
    const tab = join('p');
    opened[0]!.send('error');
    expect(open()).toEqual([]);
    streams.receive(tab, following('p'));
    expect(open()).toEqual([]);
    streams.receive(tab, following('p', { since: 1 }));
    expect(open()).toEqual(['p']);
  });
});
