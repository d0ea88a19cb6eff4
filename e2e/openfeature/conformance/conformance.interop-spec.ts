import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@burgee/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { readRows } from '../gherkin.js';
import { type OpenFeatureSdk, serverSdk, webSdk } from '../open-feature-sdks.js';
import { ControlProgram } from './control-program.js';
import { NOT_DECLARED, whyLeftOut } from './declared.js';
import { expectProviderRow } from './expect-provider-row.js';

/** A folder with the feature files of Appendix F, to run those. */
const FOLDER = process.env.OPENFEATURE_FEATURES ?? join(process.cwd(), 'e2e', 'openfeature', 'conformance');
const ROWS = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.feature'))
  .flatMap((file) => readRows(file.replace('.feature', ''), FOLDER));
const DECLARED = ROWS.filter((row) => whyLeftOut(row) === undefined);

let control: ControlProgram;
beforeAll(async () => {
  control = await ControlProgram.start();
});
afterAll(() => control.stop());

describe.each([
  ['@burgee/openfeature-server', serverSdk],
  ['@burgee/openfeature-web', webSdk],
])('the conformance suite, with %s', (_name, makeSdk) => {
  let sdk: OpenFeatureSdk;
  afterEach(() => sdk.close());

  it.each(DECLARED.map((row) => [`${row.place} ${row.scenario}: ${row.first}`, row] as const))('%s', async (_, row) => {
    sdk = makeSdk();
    await expectProviderRow(row, sdk, control);
  });

  it.each(Object.keys(NOT_DECLARED))('%s is not declared because some row of it does not hold', async (tag) => {
    const failures: unknown[] = [];
    for (const row of ROWS.filter(({ tags }) => tags.includes(tag))) {
      sdk = makeSdk();
      await expectProviderRow(row, sdk, control).catch((error: unknown) => failures.push(error));
      await sdk.close();
    }
    // Of `expect`, not of a step that does not exist.
    expect(failures).toContainEqual(expect.objectContaining({ matcherResult: expect.anything() }));
  });
});

describe('the control program', () => {
  const call = async (method: string, path: string) => {
    const answer = await fetch(`${control.url}${path}`, { method });
    return [answer.status, await answer.json()];
  };
  const isReachable = () =>
    fetch(`${control.backendUrl}/api/v1/flags`, { headers: { 'x-sdk-key': control.sdkKey } }).then(
      ({ status }) => status === 200,
      () => false,
    );

  it('ends an outage by itself after the seconds that it is asked for', async () => {
    expect(await call('POST', '/restart?seconds=1')).toEqual([200, {}]);
    expect(await isReachable()).toBe(false);
    await eventually(async () => expect(await isReachable()).toBe(true));
  });

  it('says that it is ready, and what it does not know', async () => {
    expect(await call('GET', '/healthz')).toEqual([200, { status: 'ok' }]);
    expect(await call('POST', '/start?config=other')).toEqual([400, { message: expect.stringContaining('other') }]);
    expect(await call('POST', '/unknown')).toEqual([404, {}]);
  });
});
