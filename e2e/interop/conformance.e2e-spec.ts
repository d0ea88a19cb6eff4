import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@burgee/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { readFeature } from '../openfeature/gherkin.js';
import { type OpenFeatureSdk, serverSdk, webSdk } from '../openfeature/open-feature-sdks.js';
import { ControlProgram } from '../openfeature/conformance/control-program.js';
import { NOT_DECLARED, whyLeftOut } from '../openfeature/conformance/declared.js';
import { expectProviderRow } from '../openfeature/conformance/expect-provider-row.js';
import type { Outcome } from '../openfeature/conformance/results.js';
import { revisionOf, writeReport } from '../openfeature/conformance/write-report.js';

/** A folder with the feature files of Appendix F, to run those, and one for the report of that. */
const { OPENFEATURE_FEATURES, OPENFEATURE_REPORT } = process.env;
const FOLDER = OPENFEATURE_FEATURES ?? join(process.cwd(), 'e2e', 'openfeature', 'conformance');
const FEATURES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.feature'))
  .map((file) => readFeature(file.replace('.feature', ''), FOLDER));
const ROWS = FEATURES.flatMap(({ rows }) => rows);
const DECLARED = ROWS.filter((row) => whyLeftOut(row) === undefined);

let control: ControlProgram;
beforeAll(async () => {
  control = await ControlProgram.start();
});
afterAll(() => control.stop());

describe.each([
  ['openfeature-server', '@openfeature/server-sdk', serverSdk],
  ['openfeature-web', '@openfeature/web-sdk', webSdk],
])('the conformance suite, with @burgee/%s', (provider, openFeature, makeSdk) => {
  let sdk: OpenFeatureSdk;
  afterEach(() => sdk.close());
  const outcomes = ROWS.flatMap((row): Outcome[] => {
    const message = whyLeftOut(row);
    return message === undefined ? [] : [{ row, times: [Date.now()], message, isLeftOut: true }];
  });
  afterAll(() => {
    if (OPENFEATURE_FEATURES === undefined || OPENFEATURE_REPORT === undefined) return;
    const specRevision = revisionOf(OPENFEATURE_FEATURES);
    writeReport(OPENFEATURE_REPORT, { provider, sdk: openFeature, features: FEATURES, outcomes, specRevision });
  });

  it.each(DECLARED.map((row) => [`${row.place} ${row.scenario}: ${row.first}`, row] as const))('%s', async (_, row) => {
    sdk = makeSdk();
    const outcome: Outcome = { row, times: [Date.now()] };
    outcomes.push(outcome);
    await expectProviderRow(row, sdk, control, () => outcome.times.push(Date.now())).catch((error: unknown) => {
      outcome.message = String(error);
      throw error;
    });
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

  it('ends an outage by itself after the requested seconds', async () => {
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
