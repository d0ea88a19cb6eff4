import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { FaultProxy, type Project, sharedCluster } from '@burgee/testing';
import { whyLeftOut } from '../conformance/declared.js';
import { listReasons, reportTotal } from '../conformance/report.js';
import { type OpenFeatureSdk, serverSdk, webSdk } from '../open-feature-sdks.js';
import { expectRow } from '../expect-row.js';
import { readRows } from '../gherkin.js';
import { aSpecProject } from '../spec-flags.js';
import { UNFIT, whyUnfit } from '../unfit-rows.js';

const ROWS = ['evaluation_v2', 'hooks', 'metadata'].flatMap((feature) => readRows(feature));
const FITTING = ROWS.filter((row) => whyUnfit(row) === undefined);

let project: Project;
/** The cluster behind a connection that the test can cut. */
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

describe('the skipped rows of the specification', () => {
  it('are listed by scenario, and each line of the list matches a row', () => {
    const unused = UNFIT.filter(
      ({ scenario, except }) => !ROWS.some((row) => row.scenario === scenario && !except?.test(row.first)),
    );
    expect(unused).toEqual([]);
  });
});

describe('docs/guides/openfeature.md', () => {
  const page = readFileSync(join('docs', 'guides', 'openfeature.md'), 'utf8');
  const ofAppendixF = readRows('provider', join(process.cwd(), 'e2e', 'openfeature', 'conformance'));

  it.each([
    ['of the specification', ROWS, whyUnfit],
    ['of Appendix F', ofAppendixF, whyLeftOut],
  ])('says how many rows %s run, and why the others do not', (_name, rows, whyNot) => {
    const reasons = listReasons(rows, whyNot).map((why) => `- ${why}`);
    expect(page.split('\n')).toEqual(expect.arrayContaining(reasons));
    expect(page).toContain(reportTotal(rows, whyNot));
  });
});
