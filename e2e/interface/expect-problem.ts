import { expect } from '@jest/globals';
import type { Answer } from '@burgee/testing';

/** That the answer is a problem document (RFC 9457) of this code, whose faults, if it has any, are at `pointers`. */
export function expectProblem(answer: Answer, status: number, code: string, pointers?: string[]): void {
  const fault = (pointer: string) => ({ pointer, detail: expect.stringMatching(/./) });
  expect(answer.body).toEqual({
    type: `urn:burgee:error:${code}`,
    title: expect.stringMatching(/./),
    status,
    code,
    detail: expect.stringMatching(/./),
    message: answer.body?.detail,
    request_id: answer.headers['x-request-id'],
    ...(pointers && { errors: pointers.map(fault) }),
  });
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
}
