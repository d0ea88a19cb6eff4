import { sharedCluster } from '@burgee/testing';
import { OFREPProvider } from '@openfeature/ofrep-provider';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aDecidedProject } from '../ofrep/expect-decisions.js';
import type { Provider, Question } from '../ofrep/provider.js';
import { startServerProvider } from '../ofrep/start-server-provider.js';
import { type ProviderLanguage, startProviderIn } from './provider-process.js';

/** With nothing here yet, all three are downloaded and compiled. */
const DOWNLOADED_WITHIN_MS = 600_000;
const NAMES: ProviderLanguage[] = ['go', 'python', 'java'];
const OBJECT_RULE = { flag: 'object-rule', type: 'object', default: { mine: true } } as const;
const OFF = { flag: 'off', type: 'boolean', default: true } as const;
const WHOLE = { flag: 'whole', type: 'float', default: 0.5 } as const;
const WITHOUT_VALUE = { flag: 'without-value', type: 'string', default: 'mine' } as const;

/** When a provider does better, docs/guides/connect.md has a line too many. */
describe('docs/guides/connect.md says of OpenFeature’s providers', () => {
  const providers = new Map<ProviderLanguage | 'node', Provider>();
  beforeAll(async () => {
    const { project } = await aDecidedProject();
    for (const name of NAMES)
      providers.set(
        name,
        await startProviderIn(name, { AS_IT_IS: 'yes' })(sharedCluster().url, project.development.sdk_key),
      );
    const { sdk_key } = project.development;
    providers.set('node', await startServerProvider(sharedCluster().url, sdk_key, OFREPProvider));
  }, DOWNLOADED_WITHIN_MS);
  afterAll(() => Promise.all([...providers.values()].map((provider) => provider.close())));

  const ask = (name: ProviderLanguage | 'node', asked: Omit<Question, 'context'>) =>
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

  it('that a flag without a value is an error in Node, and in Go where no rule matches, nil if it is JSON', async () => {
    expect(await ask('node', WITHOUT_VALUE)).toMatchObject({ value: 'mine', errorCode: 'GENERAL' });
    expect(await ask('go', WITHOUT_VALUE)).toMatchObject({ value: 'mine', errorCode: 'TYPE_MISMATCH' });
    expect(await ask('go', OBJECT_RULE)).toMatchObject({ value: null, errorCode: '' });
  });

  it('that a flag without a value is not found in Java, with the default of the code', async () => {
    expect(await ask('java', WITHOUT_VALUE)).toMatchObject({ value: 'mine', errorCode: 'FLAG_NOT_FOUND' });
  });
});
