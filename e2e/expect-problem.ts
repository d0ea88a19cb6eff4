import type { ServiceResponse } from '@burgee/testing';
import { expect } from '@jest/globals';

/**
 * That the answer is a whole problem document (RFC 9457) that says what to do and nothing about our insides.
 * @param status one, or those that are allowed
 * @param code with it the document has no other members; without it any code will do
 * @param pointers where its errors are, if it has any
 */
export function expectProblem(
  answer: ServiceResponse,
  status: number | number[],
  code?: string,
  pointers?: string[],
): void {
  const allowed = [status].flat();
  expect({ allowed, status: answer.status, text: allowed.includes(answer.status) || answer.text }).toEqual({
    allowed,
    status: answer.status,
    text: true,
  });
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  const problem = {
    type: `urn:burgee:error:${code ?? String(answer.body?.code)}`,
    title: expect.stringMatching(/\w/),
    status: answer.status,
    code: code ?? expect.stringMatching(/^[a-z0-9_]+$/),
    detail: expect.stringMatching(/^\w[\s\S]{15,}\.$/),
    message: answer.body?.detail,
    request_id: answer.headers['x-request-id'] ?? expect.stringMatching(/^[\w-]{8,64}$/),
  };
  const errors = pointers?.map((pointer) => ({ pointer, detail: expect.stringMatching(/./) }));
  if (code === undefined) expect(answer.body).toMatchObject(problem);
  else expect(answer.body).toEqual({ ...problem, ...(errors && { errors }) });
  expect(answer.text).not.toMatch(/\bat \S+ \(|node_modules|QueryFailed|syntax error at|\bselect .* from\b|fastify/i);
}
