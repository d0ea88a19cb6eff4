import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { takeEarlyAnswer } from './early-answers.js';

const page = globalThis as { earlyAnswers?: Map<string, Promise<Response>> };
let path: string;
const asked = (answer: Promise<Response>) => {
  answer.catch(() => undefined);
  page.earlyAnswers = new Map([[path, answer]]);
};
beforeEach(() => {
  path = `/api/projects/${randomUUID()}`;
});
afterEach(() => {
  delete page.earlyAnswers;
});

it('takes an early answer once', async () => {
  asked(Promise.resolve(new Response('{"id":"1"}')));
  expect(await (await takeEarlyAnswer(path, 0))?.text()).toBe('{"id":"1"}');
  expect(await takeEarlyAnswer(path, 0)).toBeUndefined();
});

it("ignores an early answer that arrives after the page's own request", async () => {
  expect(await takeEarlyAnswer(path, 0)).toBeUndefined();
  asked(Promise.resolve(new Response('{"id":"1"}')));
  expect(await takeEarlyAnswer(path, 0)).toBeUndefined();
});

it.each([
  ['says that the user is not signed in', () => Promise.resolve(new Response('', { status: 401 })), 0],
  ['never came', () => Promise.reject(new Error('offline')), 0],
  ['is old', () => Promise.resolve(new Response('{}')), 30_001],
])('requests the path again when the early answer %s', async (_what, answer, now) => {
  asked(answer());
  expect(await takeEarlyAnswer(path, now)).toBeUndefined();
});

it('fetches other paths as usual', async () => {
  expect(await takeEarlyAnswer(path, 0)).toBeUndefined();
  asked(Promise.resolve(new Response('{}')));
  expect(await takeEarlyAnswer('/api/projects', 0)).toBeUndefined();
});
