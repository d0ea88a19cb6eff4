import type { Answer } from '@burgee/testing';
import { expect } from '@jest/globals';

/** Holds a refusal to what every refusal has to be: a whole problem document that says what to do and no more. */
export function expectProblem(answer: Answer, status: number | number[]): void {
  const statuses = [status].flat();
  const { request_id, ...rest } = (answer.body ?? {}) as Record<string, unknown>;
  expect({ allowed: statuses, status: answer.status, text: statuses.includes(answer.status) || answer.text }).toEqual({
    allowed: statuses,
    status: answer.status,
    text: true,
  });
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(rest).toMatchObject({
    type: `urn:burgee:error:${String(rest.code)}`,
    title: expect.stringMatching(/\w/),
    status: answer.status,
    code: expect.stringMatching(/^[a-z0-9_]+$/),
    detail: expect.stringMatching(/^\w[\s\S]{15,}\.$/),
    message: rest.detail,
  });
  expect(request_id).toMatch(/^[\w-]{8,64}$/);
  expect(answer.text).not.toMatch(/\bat \S+ \(|node_modules|QueryFailed|syntax error at|\bselect .* from\b|fastify/i);
}
