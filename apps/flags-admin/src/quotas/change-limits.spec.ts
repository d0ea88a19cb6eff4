import type { AuthenticatedRequest } from '@burgee/session';
import { expect, it, jest } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { of } from 'rxjs';
import { ChangeLimitInterceptor } from './change-limit.interceptor.js';
import { ChangeLimits } from './change-limits.js';
import { ChangeTurns } from './change-turns.js';

const MANY = 1_000_000_000;
const BURST = 100;

/** A project at one moment. @returns what says whether an account may change something there, in one of its sessions */
function newProject() {
  const limits = new ChangeLimits({
    CHANGES_PER_SECOND: 10,
    CHANGES_BURST: BURST,
    CHANGED_BYTES_PER_SECOND: MANY,
    CHANGED_BYTES_BURST: MANY,
  });
  const interceptor = new ChangeLimitInterceptor(limits, new ChangeTurns(), new Reflector());
  const membership = { projectId: 'p', role: 'owner' };
  const passes = (id: string, sessionId: string): boolean => {
    const request = { method: 'PATCH', ip: '192.0.2.1', user: { id, sessionId, membership } } as AuthenticatedRequest;
    const http = { getRequest: () => request };
    const context = { switchToHttp: () => http, getHandler: () => newProject } as unknown as ExecutionContext;
    const now = jest.spyOn(performance, 'now').mockReturnValue(0);
    try {
      interceptor.intercept(context, { handle: () => of('handled') });
      return true;
    } catch {
      return false;
    } finally {
      now.mockRestore();
    }
  };
  return { limits, passes };
}

it('S125 an account has one share of a project, however often it signs in', () => {
  const { passes } = newProject();
  let passed = 0;
  for (let session = 0; session < 50; session++) while (passes('loop', `session-${session}`)) passed++;
  expect(passed).toBe(BURST);
  expect(passes('person', 'its own')).toBe(true);
});

it('S125 a change that was too large for the share of an account is owed in all its sessions, and by nobody else', () => {
  const { limits, passes } = newProject();
  for (const session of ['first', 'second']) passes('loop', session);
  limits.spend({ projectId: 'p', accountId: 'loop' }, 2_000 * BURST, 0);
  expect(['first', 'second', 'third'].map((session) => passes('loop', session))).toEqual([false, false, false]);
  expect(passes('person', 'its own')).toBe(true);
});
