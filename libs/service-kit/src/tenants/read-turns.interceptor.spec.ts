import { DomainError } from '@burgee/contracts/wire';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { from, lastValueFrom, NEVER, type Observable, of, throwError } from 'rxjs';
import { LargeRead, PublicRead, ReadTurnsInterceptor, WaitingRead } from './read-turns.interceptor.js';

class Routes {
  small(): void {}
  @LargeRead() large(): void {}
  @PublicRead() lookUp(): void {}
  @WaitingRead() wait(): void {}
}

interface Call {
  route?: keyof Routes;
  method?: string;
  account?: string | undefined;
  ip?: string;
  handle?: () => Observable<unknown>;
  permitAgain?: () => Promise<void>;
  readBeside?: number;
  bodyValues?: number;
  membership?: unknown;
}

const newRoutes = () => {
  const interceptor = new ReadTurnsInterceptor(new Reflector());
  return ({
    route = 'small',
    method = 'GET',
    account,
    ip = '192.0.2.1',
    handle = () => of('answer'),
    permitAgain,
    readBeside,
    bodyValues,
    membership = {},
  }: Call) => {
    const request = {
      method,
      ip,
      user: account === undefined ? undefined : { id: account, membership },
      permitAgain,
      readBeside,
      bodyValues,
    };
    const getHandler = () => Routes.prototype[route];
    const context = { switchToHttp: () => ({ getRequest: () => request }), getHandler } as unknown as ExecutionContext;
    return interceptor.intercept(context, { handle });
  };
};

const endless = () => NEVER;
/** Resolves when all that was called has taken its turn, or waits. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('turns of reads', () => {
  it('leave connections to what is no read, however many reads wait', async () => {
    const call = newRoutes();
    let running = 0;
    const held = () => {
      running++;
      return NEVER;
    };
    for (let i = 0; i < 60; i++) call({ account: `account-${i}`, handle: held });
    expect(await lastValueFrom(call({ account: 'person', method: 'PATCH' }))).toBe('answer');
    expect(await lastValueFrom(call({ method: 'GET' }))).toBe('answer');
    expect(running).toBe(3);
  });

  it('are of networks: a read from another one is next, however many accounts and strangers wait at one', async () => {
    const call = newRoutes();
    let end: (value: string) => void = () => undefined;
    const first = new Promise<string>((resolve) => (end = resolve));
    call({ account: 'loop', handle: () => from(first) });
    await settled();
    for (let i = 0; i < 60; i++) call({ account: `account-${i}`, handle: endless });
    for (let i = 0; i < 60; i++) call({ route: 'lookUp', method: 'POST', handle: endless });
    const person = lastValueFrom(call({ account: 'person', ip: '198.51.100.1' }));
    end('done');
    expect(await person).toBe('answer');
  });

  it('are taken by what everybody may ask for, where that is a read, and by no other POST', async () => {
    const call = newRoutes();
    for (let i = 0; i < 3; i++) call({ account: `account-${i}`, handle: endless });
    await settled();
    let asked = false;
    call({
      route: 'lookUp',
      method: 'POST',
      handle: () => {
        asked = true;
        return of('answer');
      },
    });
    expect(await lastValueFrom(call({ method: 'POST' }))).toBe('answer');
    expect(asked).toBe(false);
  });

  it('are neither taken nor awaited by a read that waits for other processes', async () => {
    const call = newRoutes();
    for (let i = 0; i < 10; i++) call({ route: 'wait', account: 'operator', handle: endless });
    expect(await lastValueFrom(call({ account: 'person' }))).toBe('answer');
    for (let i = 0; i < 10; i++) call({ account: 'loop', handle: endless });
    expect(await lastValueFrom(call({ route: 'wait', account: 'operator' }))).toBe('answer');
  });

  it('are not held while an account waits for its budget', async () => {
    const call = newRoutes();
    const large = ['x'.repeat(4_000_000)];
    const read = { route: 'large', account: 'loop', handle: () => of(large) } as const;
    await lastValueFrom(call(read));
    for (let i = 0; i < 10; i++) call({ ...read, handle: endless });
    for (let i = 0; i < 5; i++) expect(await lastValueFrom(call({ account: 'person' }))).toBe('answer');
  });

  it('are refused where as many wait as may', async () => {
    const call = newRoutes();
    const refusals: unknown[] = [];
    for (let i = 0; i < 2_004; i++)
      lastValueFrom(call({ account: `account-${i}`, handle: endless })).catch((error: unknown) => refusals.push(error));
    await settled();
    expect(refusals).toEqual([expect.objectContaining({ code: 'overloaded' })]);
  });

  it('are of who may still read: whoever waits is looked up anew, and whoever does not is not', async () => {
    const call = newRoutes();
    const now = jest.spyOn(performance, 'now').mockReturnValue(0);
    const permitAgain = () => Promise.reject(new Error('signed out'));
    let end: (value: string) => void = () => undefined;
    const first = new Promise<string>((resolve) => (end = resolve));
    for (let i = 0; i < 3; i++) call({ account: `account-${i}`, handle: () => from(first), permitAgain });
    await settled();
    const handle = jest.fn(endless);
    const waiting = (['small', 'large'] as const).map((route) =>
      lastValueFrom(call({ route, account: route, handle, permitAgain })),
    );
    await settled();
    now.mockReturnValue(101);
    end('done');
    await Promise.all(waiting.map((read) => expect(read).rejects.toThrow('signed out')));
    expect(handle).not.toHaveBeenCalled();
    expect(await lastValueFrom(call({ account: 'person', permitAgain }))).toBe('answer');
    now.mockRestore();
  });
});

it('S134 of one account fewer small reads run than may of all', async () => {
  const call = newRoutes();
  let running = 0;
  const held = () => {
    running++;
    return NEVER;
  };
  for (let i = 0; i < 20; i++) call({ account: 'loop', handle: held });
  await settled();
  expect(running).toBe(2);
  expect(await lastValueFrom(call({ account: 'person' }))).toBe('answer');
});

describe('turns of changes', () => {
  it('of one account few run at a time, whatever they are of', async () => {
    const call = newRoutes();
    let running = 0;
    const held = () => {
      running++;
      return NEVER;
    };
    for (let i = 0; i < 20; i++) call({ method: i % 2 ? 'POST' : 'PATCH', account: 'loop', handle: held });
    expect(await lastValueFrom(call({ method: 'PATCH', account: 'person' }))).toBe('answer');
    expect(running).toBe(3);
  });

  it('are refused where as many of the account wait as may', async () => {
    const call = newRoutes();
    for (let i = 0; i < 203; i++) call({ method: 'POST', account: 'loop', handle: endless });
    await expect(lastValueFrom(call({ method: 'POST', account: 'loop' }))).rejects.toMatchObject({
      code: 'too_many_requests',
      options: { retryAfterSeconds: 1 },
    });
  });
});

describe('budgets of answers', () => {
  // Budgets fill with time.
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }));
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  const [LOOP, PERSON] = [
    { account: 'loop', ip: '192.0.2.1' },
    { account: 'person', ip: '198.51.100.1' },
  ];
  const large = { text: 'x'.repeat(4_000_000) };
  const SPENT: [string, Call][] = [
    ...['POST', 'PATCH', 'DELETE'].map((method): [string, Call] => [
      `what a ${method} answers`,
      { method, handle: () => of(large) },
    ]),
    [
      'what a refusal shows',
      {
        method: 'PATCH',
        handle: () => throwError(() => new DomainError('value_changed', 'Changed.', { current: large })),
      },
    ],
  ];

  it.each(SPENT)('S61 are spent by %s, before anything else of its account is looked up', async (_what, spends) => {
    const call = newRoutes();
    await lastValueFrom(call({ ...LOOP, ...spends })).catch(() => undefined);
    const handle = jest.fn(endless);
    call({ ...LOOP, method: 'PATCH', handle });
    call({ ...LOOP, route: 'large', handle });
    expect(await lastValueFrom(call({ ...PERSON, method: 'PATCH' }))).toBe('answer');
    expect(await lastValueFrom(call({ ...PERSON, route: 'large' }))).toBe('answer');
    expect(handle).not.toHaveBeenCalled();
  });

  it('S61 are spent by reads that nobody has called large, for the next one that is', async () => {
    const call = newRoutes();
    await lastValueFrom(call({ ...LOOP, handle: () => of(large) }));
    const handle = jest.fn(endless);
    call({ ...LOOP, route: 'large', handle });
    expect(await lastValueFrom(call({ ...PERSON, route: 'large' }))).toBe('answer');
    expect(handle).not.toHaveBeenCalled();
  });

  it('S134 keep a small read waiting until those of its account before it are paid for, and no change of it', async () => {
    const call = newRoutes();
    await lastValueFrom(call({ ...LOOP, handle: () => of(large) }));
    const handle = jest.fn(endless);
    call({ ...LOOP, handle });
    expect(await lastValueFrom(call(PERSON))).toBe('answer');
    expect(await lastValueFrom(call({ ...LOOP, method: 'PATCH' }))).toBe('answer');
    expect(handle).not.toHaveBeenCalled();
  });

  it('S134 keep no small read waiting for large ones of its account', async () => {
    const call = newRoutes();
    await lastValueFrom(call({ ...LOOP, route: 'large', handle: () => of(large) }));
    expect(await lastValueFrom(call(LOOP))).toBe('answer');
  });

  it('S134 are spent by each read, however little it answers', async () => {
    const call = newRoutes();
    let answered = 0;
    for (let i = 0; i < 300; i++) {
      void lastValueFrom(call(LOOP)).then(() => answered++);
      await settled();
    }
    expect(answered).toBeGreaterThan(100);
    expect(answered).toBeLessThan(250);
    expect(await lastValueFrom(call(PERSON))).toBe('answer');
  });

  it('S138 are spent by what a change has to validate, though it is refused', async () => {
    const call = newRoutes();
    const refused = () => throwError(() => new DomainError('invalid_request', 'The last is no flag.'));
    const change = { ...LOOP, method: 'POST', bodyValues: 2_000 };
    for (let i = 0; i < 5; i++) await lastValueFrom(call({ ...change, handle: refused })).catch(() => undefined);
    const handle = jest.fn(endless);
    call({ ...change, handle });
    expect(await lastValueFrom(call({ ...PERSON, method: 'POST', bodyValues: 2_000 }))).toBe('answer');
    expect(handle).not.toHaveBeenCalled();
  });

  it('S140 are spent by each change that is made in no project, and has no other limit', async () => {
    const call = newRoutes();
    let answered = 0;
    for (let i = 0; i < 300; i++) {
      void lastValueFrom(call({ ...LOOP, method: 'DELETE', membership: null })).then(() => answered++);
      await settled();
    }
    expect(answered).toBeGreaterThan(100);
    expect(answered).toBeLessThan(250);
    expect(await lastValueFrom(call({ ...PERSON, method: 'DELETE', membership: null }))).toBe('answer');
  });

  it('S61 keep no change waiting whose like have answered little, whatever its account reads', async () => {
    const call = newRoutes();
    await lastValueFrom(call({ ...LOOP, route: 'large', handle: () => of(large) }));
    const small = { text: 'x'.repeat(1_000) };
    const changes = Array.from({ length: 203 }, () => call({ ...LOOP, method: 'PATCH', handle: () => of(small) }));
    for (const answer of changes.map((change) => lastValueFrom(change))) expect(await answer).toBe(small);
  });

  it('S61 a change that has waited longer than its caller does is not made', async () => {
    const call = newRoutes();
    await lastValueFrom(call({ ...LOOP, method: 'PATCH', handle: () => of({ text: 'x'.repeat(1_000_000) }) }));
    const handle = jest.fn(endless);
    const waiting = lastValueFrom(call({ ...LOOP, method: 'PATCH', handle }));
    // The process did nothing for as long.
    jest.spyOn(performance, 'now').mockReturnValue(9_001);
    jest.advanceTimersByTime(9_001);
    await expect(waiting).rejects.toMatchObject({ code: 'too_many_requests', options: { retryAfterSeconds: 10 } });
    expect(handle).not.toHaveBeenCalled();
  });

  it('S61 a change that has waited for them is of who may still make it', async () => {
    const call = newRoutes();
    await lastValueFrom(call({ ...LOOP, method: 'PATCH', handle: () => of({ text: 'x'.repeat(1_000_000) }) }));
    const handle = jest.fn(endless);
    const permitAgain = () => Promise.reject(new Error('signed out'));
    const waiting = lastValueFrom(call({ ...LOOP, method: 'PATCH', handle, permitAgain }));
    jest.advanceTimersByTime(101);
    await expect(waiting).rejects.toThrow('signed out');
    expect(handle).not.toHaveBeenCalled();
  });
});

describe('what is read beside an answer', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }));
  afterEach(() => void jest.useRealTimers());

  it('S74 is paid for by its account, and by nobody else', async () => {
    const call = newRoutes();
    const order: string[] = [];
    const handle = (name: string) => () => of(order.push(name));
    await lastValueFrom(call({ route: 'large', account: 'loop', readBeside: 4_000_000 }));
    const waits = lastValueFrom(call({ route: 'large', account: 'loop', handle: handle('loop') }));
    await lastValueFrom(call({ route: 'large', account: 'person', handle: handle('person') }));
    expect(order).toEqual(['person']);
    await jest.advanceTimersByTimeAsync(6_500);
    await waits;
  });

  it('S90 are paid for in the same way by another method, and wait for the turn of a read', async () => {
    const call = newRoutes();
    let running = 0;
    const held = () => {
      running++;
      return NEVER;
    };
    await lastValueFrom(call({ route: 'large', method: 'POST', account: 'loop', readBeside: 4_000_000 }));
    call({ route: 'large', method: 'POST', account: 'loop', handle: held });
    for (let i = 0; i < 10; i++) call({ route: 'large', method: 'POST', account: `account-${i}`, handle: held });
    await jest.advanceTimersByTimeAsync(1_000);
    expect(running).toBe(3);
  });
});
