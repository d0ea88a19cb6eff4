import { describe, expect, it } from '@jest/globals';
import { describeFailure, isGone, lostSession, toApiError, unreachable, wasNot } from './api-error.js';
import { noteCut } from './cut-changes.js';

const TITLE = 'The flag was not deleted';
const MAYBE = 'Not known whether it was saved';
const CHANGE = { requestId: 'id', ofChange: true };
const READING = { requestId: 'id', ofChange: false };

describe('a failure', () => {
  it('warns that the change may have been made and says to check first', () => {
    for (const error of [unreachable(CHANGE), toApiError(502, undefined, CHANGE)]) {
      const failure = describeFailure(TITLE, error);
      expect(failure.title).toBe(MAYBE);
      expect(failure.message).toContain(`${error.message} Check before`);
    }
  });

  it('keeps a title that already leaves the outcome open', () => {
    const error = unreachable(CHANGE);
    const title = `a ${wasNot(error)} switched`;
    expect(describeFailure(title, error).title).toBe(title);
  });

  it('keeps title and message for a refusal or a failed read', () => {
    for (const error of [toApiError(409, undefined, CHANGE), toApiError(500, undefined, READING), unreachable(READING)])
      expect(describeFailure(TITLE, error)).toEqual({ title: TITLE, message: error.message });
    expect(describeFailure(TITLE, new TypeError('broken')).title).toBe(TITLE);
  });

  it('says that the page reads again where it finds out whether the change was made', () => {
    noteCut({ requestId: 'cut', path: '/api/flags/f/environments/e', projectId: 'p' });
    const failure = describeFailure(TITLE, unreachable({ requestId: 'cut', ofChange: true }));
    expect(failure.message).toBe('Burgee did not answer. Reading again to find out.');
  });
});

describe('an answer of something in front of Burgee', () => {
  it.each([200, 401, 404, 502])('is called that, with its status: %d', (status) => {
    const error = toApiError(status, undefined, CHANGE);
    expect(error.message).toContain(`The response (${status}) did not come from Burgee.`);
    expect([error.signedOut, isGone(error), error.unclear]).toEqual([false, false, status === 200 || status === 502]);
  });

  it('is none of Burgee refusing the session, or what it does not have', () => {
    const problem = { code: 'unauthenticated', detail: 'No.', request_id: 'id' };
    expect(toApiError(401, problem, READING).signedOut).toBe(true);
    expect(isGone(toApiError(404, { ...problem, code: 'not_found' }, READING))).toBe(true);
  });
});

it("replaces the detail of a known refusal with the page's text", () => {
  const problem = { code: 'approval_required', detail: 'POST /api/x', request_id: 'id' };
  expect(toApiError(409, problem, CHANGE).message).toMatch(/^Not saved: the environment requires approval/);
  expect(toApiError(409, { ...problem, code: 'flag_archived', detail: 'It is archived.' }, CHANGE).message).toBe(
    'It is archived.',
  );
});

describe('a sign-in whose session the browser does not send', () => {
  const refused = (code: string) => toApiError(401, { code, detail: 'A token too many.', request_id: 'id' }, READING);

  it.each([
    ['over http, the cookie was Secure', 'unauthenticated', 'http:', /needs https, and this page uses http/],
    ['over https, cookies are not allowed', 'unauthenticated', 'https:', /Allow cookies for this site/],
    ['another site set one too, as the service says', 'session_cookie_ambiguous', 'https:', /^A token too many\.$/],
  ])('gives the reason: %s', (_, code, protocol, message) => {
    const failure = describeFailure(TITLE, lostSession(refused(code), protocol));
    expect(failure).toEqual({ title: 'You are not signed in', message: expect.stringMatching(message) });
  });

  it('is only a 401', () => {
    expect(lostSession(unreachable(READING), 'https:')).toBeUndefined();
    expect(lostSession(toApiError(503, undefined, READING), 'https:')).toBeUndefined();
  });
});
