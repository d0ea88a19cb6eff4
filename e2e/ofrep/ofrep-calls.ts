import { type ServiceResponse, type Environment, sharedCluster, TestClient } from '@burgee/testing';
import { expect } from '@jest/globals';
import { faultOfAnswer, faultOfSchema } from './protocol.js';

const { url } = sharedCluster();

export const BULK = '/ofrep/v1/evaluate/flags';

type Headers = Record<string, string>;

/** Evaluates all flags of an environment, and checks request and answer against the protocol's document. */
export async function evaluateAll(
  { sdk_key }: Pick<Environment, 'sdk_key'>,
  context: object,
  headers: Headers = {},
  { base = url, query = '' } = {},
): Promise<ServiceResponse> {
  const answer = await new TestClient(base).post(BULK + query, { context }, { 'x-sdk-key': sdk_key, ...headers });
  expect(faultOfAnswer('bulk', answer)).toBeUndefined();
  return answer;
}

/** Evaluates one flag, in the same way. */
export async function evaluateOne(
  { sdk_key }: Pick<Environment, 'sdk_key'>,
  key: string,
  context: object,
  headers: Headers = {},
  base = url,
): Promise<ServiceResponse> {
  if ('targetingKey' in context) expect(faultOfSchema('evaluationRequest', { context })).toBeUndefined();
  const path = `${BULK}/${encodeURIComponent(key)}`;
  const answer = await new TestClient(base).post(path, { context }, { 'x-sdk-key': sdk_key, ...headers });
  expect(faultOfAnswer('single', answer)).toBeUndefined();
  return answer;
}
