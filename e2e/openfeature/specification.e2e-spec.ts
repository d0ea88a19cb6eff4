import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { FaultProxy, type Project, sharedCluster } from '@burgee/testing';
import { type OpenFeatureSdk, serverSdk, webSdk } from './open-feature-sdks.js';
import { expectRow } from './expect-row.js';
import { readRows } from './gherkin.js';
import { aSpecProject } from './spec-flags.js';
import { UNFIT, whyUnfit } from './unfit-rows.js';

const ROWS = ['evaluation_v2', 'hooks', 'metadata'].flatMap(readRows);
const FITTING = ROWS.filter((row) => whyUnfit(row) === undefined);

let project: Project;
/** The cluster behind a link that can be cut. */
let proxy: FaultProxy;
beforeAll(async () => {
  project = await aSpecProject(sharedCluster().url);
  proxy = await FaultProxy.to(Number(new URL(sharedCluster().url).port));
});
afterAll(() => proxy.close());
afterEach(() => proxy.pass());

describe.each([
  ['@burgee/openfeature-server', serverSdk],
  ['@burgee/openfeature-web', webSdk],
])('the specification of OpenFeature, with %s', (_name, makeSdk) => {
  let sdk: OpenFeatureSdk | undefined;
  afterEach(() => sdk?.close());

  it.each(FITTING.map((row) => [`${row.place} ${row.scenario}: ${row.first}`, row] as const))('%s', async (_, row) => {
    sdk = makeSdk();
    await expectRow(row, sdk, proxy, project.development.sdk_key);
  });
});

describe('the rows of the specification that do not fit', () => {
  it('are known by scenario, each line of the list for at least one row', () => {
    const unused = UNFIT.filter(
      ({ scenario, except }) => !ROWS.some((row) => row.scenario === scenario && !except?.test(row.first)),
    );
    expect(unused).toEqual([]);
  });
});
