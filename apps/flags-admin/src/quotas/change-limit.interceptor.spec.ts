import { LargeRead } from '@burgee/service-kit';
import type { AuthenticatedRequest } from '@burgee/session';
import { Reflector } from '@nestjs/core';
import { eventually } from '@burgee/testing/unit';
import { describe, expect, it, jest } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import { from, lastValueFrom, NEVER, type Observable, of, throwError } from 'rxjs';
import { ChangeLimitInterceptor, ManyChanges } from './change-limit.interceptor.js';
import { ChangeLimits } from './change-limits.js';
import { ChangeTurns } from './change-turns.js';

const newLimits = (burst: number) =>
  new ChangeLimits({
    CHANGES_PER_SECOND: 1,
    CHANGES_BURST: burst,
    CHANGED_BYTES_PER_SECOND: 1_000,
    CHANGED_BYTES_BURST: 10_000,
  });

const [one, many, read] = [() => undefined, () => undefined, () => undefined];
ManyChanges()({}, 'many', { value: many });
LargeRead()({}, 'read', { value: read });

const newRoute = (burst = 2) => {
  const interceptor = new ChangeLimitInterceptor(newLimits(burst), new ChangeTurns(), new Reflector());
  return (
    method: string,
    projectId: string | null,
    handle: () => Observable<unknown> = () => of('handled'),
    account = 'ada',
    ip = '192.0.2.1',
    permitAgain?: () => Promise<void>,
  ) => {
    const handler = { MANY: many, READ: read }[method] ?? one;
    const membership = projectId === null ? null : { projectId, role: 'owner' };
    const request = {
      method,
      ip,
      user: { id: account, sessionId: 's', membership },
      permitAgain,
    } as AuthenticatedRequest;
    const http = { getRequest: () => request };
    const context = { switchToHttp: () => http, getHandler: () => handler } as unknown as ExecutionContext;
    return interceptor.intercept(context, { handle });
  };
};

describe('the limit of changes', () => {
  it('answers 429 that names the limit, who can raise it and when to try again', () => {
    const call = newRoute();
    call('PATCH', 'p');
    call('DELETE', 'p');
    expect(() => call('PATCH', 'p')).toThrow(
      expect.objectContaining({
        code: 'too_many_requests',
        options: { retryAfterSeconds: 1 },
        message:
          'CHANGES_PER_SECOND allows 1 changes of a project in a second, shared by the accounts that make them, and yours ' +
          'has used its share. Try again in 1 s, or ask the operator of this service to raise the limit.',
      }),
    );
  });

  it('is of one project, and not for reads or what concerns no project', () => {
    const call = newRoute();
    call('PATCH', 'p');
    call('PATCH', 'p');
    for (let i = 0; i < 10; i++) for (const method of ['GET', 'HEAD']) call(method, 'p');
    for (let i = 0; i < 10; i++) call('POST', null);
    for (let i = 0; i < 10; i++) call('READ', 'p');
    for (const project of ['q', 'r']) call('PATCH', project);
    expect(() => call('PATCH', 'p')).toThrow(expect.objectContaining({ code: 'too_many_requests' }));
  });
});

/** Handlers that note who has started, and run until a test ends them. */
function newHandlers() {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const held = (account: string) => () => {
    started.push(account);
    return from(new Promise<void>((resolve) => ends.push(resolve)));
  };
  return { started, ends, held };
}

describe('turns', () => {
  it('of the changes of one project few run at a time, and those of another project do not wait for them', async () => {
    const call = newRoute(1_000);
    let running = 0;
    const endless = () => {
      running++;
      return NEVER;
    };
    for (let i = 0; i < 20; i++) call('PATCH', 'loop', endless, `account-${i}`);
    expect(await lastValueFrom(call('PATCH', 'person'))).toBe('handled');
    expect(running).toBe(3);
  });

  it('of all accounts fewer changes run at a time than the service has connections, and they take turns', async () => {
    const call = newRoute(1_000);
    const { started, ends, held } = newHandlers();
    for (let i = 0; i < 20; i++)
      for (let n = 0; n < 3; n++) call('POST', null, held(`account-${i}`), `account-${i}`, `192.0.2.${i}`);
    await eventually(() => expect(started).toHaveLength(6));
    for (const end of ends.splice(0)) end();
    await eventually(() => expect(started).toHaveLength(12));
    expect(new Set(started.slice(0, 12)).size).toBeGreaterThan(6);
  });

  it('are of networks: a change from another one is next, however many accounts wait at one', async () => {
    const call = newRoute(1_000);
    const { started, ends, held } = newHandlers();
    for (let i = 0; i < 48; i++) call('POST', null, held('loop'), `account-${i}`, `2001:db8:${i}::1`);
    await eventually(() => expect(started).toHaveLength(6));
    call('POST', null, held('person'), 'person', '2001:db9::1');
    ends[0]?.();
    await eventually(() => expect(started).toHaveLength(7));
    expect(started.at(-1)).toBe('person');
  });

  it('S139 of one network fewer changes run at a time than of all, and its accounts take turns', async () => {
    const call = newRoute(1_000);
    const { started, ends, held } = newHandlers();
    for (let i = 0; i < 20; i++)
      for (let n = 0; n < 2; n++) call('PATCH', `project-${i}`, held(`account-${i}`), `account-${i}`);
    for (let i = 0; i < 2; i++)
      expect(await lastValueFrom(call('PATCH', 'other', undefined, 'person', '198.51.100.1'))).toBe('handled');
    expect(started).toHaveLength(4);
    for (const end of ends.splice(0)) end();
    await eventually(() => expect(started).toHaveLength(8));
    expect(new Set(started).size).toBeGreaterThan(4);
  });

  it('S139 of one network, as many wait as fit', async () => {
    const call = newRoute(1_000);
    const refusals: unknown[] = [];
    for (let i = 0; i < 1_006; i++)
      lastValueFrom(call('POST', null, () => NEVER, `account-${i}`)).catch((error: unknown) => refusals.push(error));
    expect(await lastValueFrom(call('PATCH', 'other', undefined, 'person', '198.51.100.1'))).toBe('handled');
    expect(refusals).toEqual(Array.from({ length: 2 }, () => expect.objectContaining({ code: 'overloaded' })));
  });

  it('S70 of calls that change many flags one runs at a time, of networks in turn, and single changes beside it', async () => {
    const call = newRoute(1_000);
    const { started, ends, held } = newHandlers();
    const changeMany = (name: string, ip: string) => call('MANY', name, held(name), name, ip);
    for (let i = 0; i < 10; i++) changeMany(`account-${i}`, '192.0.2.1');
    await eventually(() => expect(started).toEqual(['account-0']));
    changeMany('person', '198.51.100.1');
    call('PATCH', 'other', held('switch'));
    await eventually(() => expect(started).toEqual(['account-0', 'switch']));
    ends[0]?.();
    await eventually(() => expect(started).toEqual(['account-0', 'switch', 'person']));
  });

  it('S124 a call that changes many flags and waits for others takes no place of its project', async () => {
    const call = newRoute(1_000);
    const { started, ends, held } = newHandlers();
    for (let i = 0; i < 5; i++) call('MANY', 'p', held(`many-${i}`));
    await eventually(() => expect(started).toEqual(['many-0']));
    expect(await lastValueFrom(call('PATCH', 'p'))).toBe('handled');
    for (let i = 0; i < 5; i++) {
      await eventually(() => expect(started).toHaveLength(i + 1));
      ends[i]?.();
    }
  });

  it('S124 nothing is begun whose caller has been told of a failure meanwhile', async () => {
    const call = newRoute(1_000);
    const now = jest.spyOn(performance, 'now').mockReturnValue(0);
    const { started, ends, held } = newHandlers();
    call('MANY', 'p', held('import'));
    await eventually(() => expect(started).toEqual(['import']));
    const handle = jest.fn(() => of('handled'));
    const waiting = lastValueFrom(call('MANY', 'q', handle, 'person', undefined, async () => undefined));
    now.mockReturnValue(9_001);
    ends[0]?.();
    await expect(waiting).rejects.toMatchObject({ code: 'overloaded' });
    expect(handle).not.toHaveBeenCalled();
    now.mockRestore();
  });

  it('S130 an import waits for other imports alone, until it has a change to make', async () => {
    const turns = new ChangeTurns();
    const of = (id: string) => ({ ip: '192.0.2.1', user: { id, membership: null } }) as unknown as AuthenticatedRequest;
    const { started, ends, held } = newHandlers();
    const hold = (name: string) => lastValueFrom(held(name)());
    void turns.import(of('loop'), async (inTurn) => {
      await hold('document');
      await inTurn(() => hold('change'));
    });
    void turns.import(of('loop'), () => hold('next document'));
    void turns.many(of('person'), () => hold('many'));
    await eventually(() => expect(started).toEqual(['document', 'many']));
    ends[0]?.();
    void turns.many(of('person'), () => hold('more'));
    ends[1]?.();
    await eventually(() => expect(started).toEqual(['document', 'many', 'change']));
    ends[2]?.();
    await eventually(() => expect(started.toSorted()).toEqual(['change', 'document', 'many', 'more', 'next document']));
    for (const end of ends) end();
  });

  it('of 2,000 that wait, the network with most loses its latest', async () => {
    const call = newRoute(1_000);
    const refusals: unknown[] = [];
    for (let i = 0; i < 2_010; i++) {
      const ip = `2001:db8:${(i % 1_000).toString(16)}::1`;
      lastValueFrom(call('POST', null, () => NEVER, `account-${i}`, ip)).catch((error: unknown) =>
        refusals.push(error),
      );
    }
    lastValueFrom(call('POST', null, () => NEVER, 'person', '2001:db9::1')).catch(() => refusals.push('person'));
    await eventually(() => expect(refusals).toHaveLength(5));
    expect(refusals).toEqual(refusals.map(() => expect.objectContaining({ code: 'overloaded' })));
  });

  it('are of who may still change something: whoever waits is looked up anew', async () => {
    const call = newRoute(1_000);
    const now = jest.spyOn(performance, 'now').mockReturnValue(0);
    const { ends, held } = newHandlers();
    for (let i = 0; i < 3; i++) call('PATCH', 'p', held('first'));
    const handle = jest.fn(() => of('handled'));
    const signedOut = () => Promise.reject(new Error('signed out'));
    const waiting = lastValueFrom(call('PATCH', 'p', handle, 'ada', undefined, signedOut));
    await eventually(() => expect(ends).toHaveLength(3));
    now.mockReturnValue(101);
    ends[0]?.();
    await expect(waiting).rejects.toThrow('signed out');
    expect(handle).not.toHaveBeenCalled();
    now.mockRestore();
  });

  it('a change that fails leaves its turn to the next one', async () => {
    const call = newRoute(1_000);
    const failing = () => throwError(() => new Error('refused'));
    for (let i = 0; i < 5; i++) await expect(lastValueFrom(call('PATCH', 'p', failing))).rejects.toThrow('refused');
    expect(await lastValueFrom(call('PATCH', 'p'))).toBe('handled');
  });
});

describe('the limit of bytes', () => {
  const [HERE, THERE] = ['192.0.2.1', '198.51.100.1'];
  const made = (accountId: string) => ({ projectId: 'p', accountId });

  it('answers 429 to an account whose changes have written more, in whatever project, until it has some left', () => {
    const limits = newLimits(1_000);
    limits.assertBytesLeft('loop', HERE, 0);
    limits.spend(made('loop'), 12_000, 0);
    expect(() => limits.assertBytesLeft('loop', THERE, 0)).toThrow(
      expect.objectContaining({
        code: 'too_many_requests',
        options: { retryAfterSeconds: 3 },
        message:
          'CHANGED_BYTES_PER_SECOND allows the changes of an account to write 1,000 bytes in a second, and those of all ' +
          'accounts at one address 10 times as many. Yours have written more. Try again in 3 s, or ask the operator of this ' +
          'service to raise the limit.',
      }),
    );
    limits.assertBytesLeft('person', HERE, 0);
    limits.assertBytesLeft('loop', HERE, 2_100);
  });

  it('is of all accounts at one address together, however many register there', () => {
    const limits = newLimits(1_000);
    for (let i = 0; i < 11; i++) {
      limits.assertBytesLeft(`account ${i}`, `2001:db8:1:${i}::1`, 0);
      limits.spend(made(`account ${i}`), 9_500, 0);
    }
    expect(() => limits.assertBytesLeft('a new one', '2001:db8:1:ffff::1', 0)).toThrow('CHANGED_BYTES_PER_SECOND');
    limits.assertBytesLeft('person', '2001:db8:2::1', 0);
  });
});
