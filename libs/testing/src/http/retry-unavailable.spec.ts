import { describe, expect, it } from '@jest/globals';
import { retryUnavailable } from './retry-unavailable.js';
import type { ServiceResponse } from './test-client.js';

/** Answers these statuses, one after the other. */
function answering(...statuses: number[]) {
  const sent: number[] = [];
  return {
    sent,
    send: () => {
      sent.push(statuses[sent.length]!);
      const answer: ServiceResponse = { status: sent.at(-1)!, headers: {}, text: 'why', bytes: Buffer.of(), body: {} };
      return Promise.resolve(answer);
    },
  };
}

describe('retryUnavailable', () => {
  it('sends again after 503, and gives the answer', async () => {
    const { send, sent } = answering(503, 503, 200);
    expect((await retryUnavailable(send)).status).toBe(200);
    expect(sent).toEqual([503, 503, 200]);
  });

  it('throws on another status, with the text of the answer, and does not send again', async () => {
    const { send, sent } = answering(503, 409, 201);
    await expect(retryUnavailable(send, 201, 'create flag')).rejects.toThrow('create flag was answered 409: why');
    expect(sent).toEqual([503, 409]);
  });
});
