import { describe, expect, it } from '@jest/globals';
import { type ApiError, asApiError } from './api-error.js';
import { readAnswer } from './call.js';

const READ = { requestId: 'page-1', ofChange: false };
const page = (status: number) =>
  new Response('<!doctype html><title>Sign in</title>', { status, headers: { 'content-type': 'text/html' } });

describe('an answer', () => {
  it('is its JSON, or nothing after a change', async () => {
    expect(await readAnswer(new Response('{"id":1}'), true, READ)).toEqual({ id: 1 });
    expect(await readAnswer(new Response(null, { status: 204 }), false, READ)).toBeUndefined();
  });

  it('shows names with characters that are not seen as text, and leaves values', async () => {
    const named = (name: string) => ({
      name,
      environments: [{ environment_name: name, targeting_value: 'a\u200Bb' }],
      new_values: { name, invited_by: name },
    });
    for (const [stored, shown] of [
      [' ', 'U+0020'],
      ['\u200B', 'U+200B'],
      ['a\nb', 'aU+000Ab'],
      ['\u202Eabc', 'U+202Eabc'],
      ['a\u2800b', 'aU+2800b'],
      ['a\uFFFCb', 'aU+FFFCb'],
      ['a\u0085b', 'aU+0085b'],
      ['👩\u200D🚀 Ada', '👩\u200D🚀 Ada'],
    ] as const)
      expect(await readAnswer(Response.json(named(stored)), true, READ)).toEqual(named(shown));
  });

  it('that refuses shows the names in its texts the same way', async () => {
    const problem = {
      code: 'invalid_request',
      detail: '"\u202EdorP" is taken.',
      errors: [{ pointer: '/name', detail: 'name must differ from "a\u200Bb"' }],
      request_id: 'page-1',
    };
    const refused = await readAnswer(Response.json(problem, { status: 400 }), false, READ).catch(asApiError);
    const { message, problem: shown } = refused as ApiError;
    expect([message, shown?.errors?.[0]?.detail]).toEqual([
      '"U+202EdorP" is taken.',
      'name must differ from "aU+200Bb"',
    ]);
  });

  it.each([200, 403, 502])('that is a page of a proxy fails by that name, with its status: %d', async (status) => {
    for (const isRead of [true, false])
      await expect(readAnswer(page(status), isRead, READ)).rejects.toThrow(
        `The response (${status}) did not come from Burgee.`,
      );
  });

  it('without a body is none of Burgee for a read', async () => {
    await expect(readAnswer(new Response(''), true, READ)).rejects.toThrow(
      'The response (200) did not come from Burgee.',
    );
  });
});
