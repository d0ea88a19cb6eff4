import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { FaultProxy, type Project, world } from '@burgee/testing';
import { type Door, serverDoor, webDoor } from './doors.js';
import { expectRow } from './expect-row.js';
import { readRows } from './gherkin.js';
import { aSpecProject } from './spec-flags.js';
import { UNFIT, whyUnfit } from './unfit-rows.js';

const ROWS = ['evaluation_v2', 'hooks', 'metadata'].flatMap(readRows);
const FITTING = ROWS.filter((row) => whyUnfit(row) === undefined);

let project: Project;
/** The house behind a link that can be cut. */
let proxy: FaultProxy;
beforeAll(async () => {
  project = await aSpecProject(world().url);
  proxy = await FaultProxy.to(Number(new URL(world().url).port));
});
afterAll(() => proxy.close());
afterEach(() => proxy.pass());

describe.each([
  ['@burgee/openfeature-server', serverDoor],
  ['@burgee/openfeature-web', webDoor],
])('the specification of OpenFeature, with %s', (_name, makeDoor) => {
  let door: Door | undefined;
  afterEach(() => door?.close());

  it.each(FITTING.map((row) => [`${row.place} ${row.scenario}: ${row.first}`, row] as const))('%s', async (_, row) => {
    door = makeDoor();
    await expectRow(row, door, proxy, project.development.sdk_key);
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
