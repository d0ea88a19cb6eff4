import { sharedCluster } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aDecidedProject } from '../ofrep/expect-decisions.js';
import type { Provider, Question } from '../ofrep/provider.js';
import { type ProviderLanguage, startProviderIn } from './provider-process.js';

/** With nothing here yet, all three are downloaded and compiled. */
const DOWNLOADED_WITHIN_MS = 600_000;
const NAMES: ProviderLanguage[] = ['go', 'python', 'java'];
const OFF = { flag: 'off', type: 'boolean', default: true } as const;
const WHOLE = { flag: 'whole', type: 'float', default: 0.5 } as const;
const WITHOUT_VALUE = { flag: 'without-value', type: 'string', default: 'mine' } as const;

/** When a provider does better, docs/guides/connect.md has a line too many. */
describe('docs/guides/connect.md says of OpenFeature’s providers', () => {
  const providers = new Map<ProviderLanguage, Provider>();
  beforeAll(async () => {
    const { project } = await aDecidedProject();
    for (const name of NAMES)
      providers.set(name, await startProviderIn(name)(sharedCluster().url, project.development.sdk_key));
  }, DOWNLOADED_WITHIN_MS);
  afterAll(() => Promise.all([...providers.values()].map((provider) => provider.close())));

  const ask = (name: ProviderLanguage, asked: Omit<Question, 'context'>) =>
    providers.get(name)!.ask({ ...asked, context: { targetingKey: 'user-1' } });

  it('that a flag that is off has the default of the code in Go, and is off elsewhere', async () => {
    expect(await ask('go', OFF)).toMatchObject({ value: true, reason: 'DISABLED' });
    for (const name of ['python', 'java'] as const)
      expect([name, await ask(name, OFF)]).toMatchObject([name, { value: false, reason: 'DISABLED' }]);
  });

  it('that whole numbers are no floats in Python and Java', async () => {
    expect(await ask('go', WHOLE)).toMatchObject({ value: 7 });
    for (const name of ['python', 'java'] as const)
      expect([name, await ask(name, WHOLE)]).toMatchObject([name, { value: 0.5, errorCode: 'TYPE_MISMATCH' }]);
  });

  it('that a flag without a value is not found in Java, with the default of the code', async () => {
    expect(await ask('java', WITHOUT_VALUE)).toMatchObject({ value: 'mine', errorCode: 'FLAG_NOT_FOUND' });
  });
});
