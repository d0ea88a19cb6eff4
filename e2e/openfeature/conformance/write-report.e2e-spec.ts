import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnvelope, type TestStepResult } from '@cucumber/messages';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readFeature } from '../gherkin.js';
import { DECLARED, NOT_DECLARED, whyLeftOut } from './declared.js';
import type { Outcome } from './results.js';
import { writeReport } from './write-report.js';

const features = [readFeature('provider', join(process.cwd(), 'e2e', 'openfeature', 'conformance'))];
const ROWS = features.flatMap(({ rows }) => rows);
const RUN = { provider: 'openfeature-web', sdk: '@openfeature/web-sdk', features, specRevision: '1a2b3c4d' };
/** Each declared row passes, except the first: its second step fails. */
const outcomes = ROWS.map((row, index): Outcome => {
  const message = whyLeftOut(row);
  if (message !== undefined) return { row, times: [5], message, isLeftOut: true };
  return index === 0 ? { row, times: [5, 6], message: 'not that' } : { row, times: [5, ...row.steps.map(() => 9)] };
});

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'burgee-report-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

describe('the report of Appendix F', () => {
  it('is an envelope with the suite, the declared tags, and the address of the results', () => {
    writeReport(folder, { ...RUN, outcomes });
    const { declaration, results, tck, ...rest } = JSON.parse(read('openfeature-web.json'));
    expect(rest).toMatchObject({
      schemaVersion: '1',
      provider: { name: 'Burgee', language: 'javascript', configuration: '@burgee/openfeature-web' },
      sdk: { name: '@openfeature/web-sdk', version: expect.stringMatching(/^\d+\./) },
    });
    expect([declaration, tck.specRevision]).toEqual([{ declared: DECLARED }, '1a2b3c4d']);
    const digest = createHash('sha256').update(read(results.location)).digest('hex');
    expect(results).toMatchObject({ format: 'cucumber-messages', digest: `sha256:${digest}` });
  });

  it('has the result of each step of each row, and skips undeclared rows with the reason', () => {
    writeReport(folder, { ...RUN, outcomes });
    const messages = read('openfeature-web.ndjson').trimEnd().split('\n').map(parseEnvelope);
    const cases = messages.flatMap(({ testCase }) => testCase ?? []);
    expect(cases.map(({ pickleId }) => pickleId)).toEqual(ROWS.map(({ pickle }) => pickle.id));
    const finished = messages.flatMap(({ testStepFinished }) => testStepFinished ?? []);
    const resultsOf = (index: number): TestStepResult[] =>
      cases[index]!.testSteps.map(({ id }) => finished.find(({ testStepId }) => testStepId === id)!.testStepResult);
    expect(resultsOf(0).map(({ status, message }) => [status, message])).toEqual([
      ['PASSED', undefined],
      ['FAILED', 'not that'],
      ...ROWS[0]!.steps.slice(2).map(() => ['SKIPPED', undefined]),
    ]);
    const others = outcomes.slice(1);
    expect(others.map((_, index) => resultsOf(index + 1))).toMatchObject(
      others.map(({ row, isLeftOut, message }) =>
        row.steps.map(() => (isLeftOut ? { status: 'SKIPPED', message } : { status: 'PASSED' })),
      ),
    );
    expect(messages.at(-1)?.testRunFinished?.success).toBe(false);
  });

  it('is not written for a part of the suite', () => {
    expect(() => writeReport(folder, { ...RUN, outcomes: outcomes.slice(1) })).toThrow('1 rows did not run');
  });
});

describe('the capabilities of the draft', () => {
  it('are declared or not, one by one, without newer tags', () => {
    const known = [...DECLARED, ...Object.keys(NOT_DECLARED)].toSorted();
    expect([...new Set(ROWS.flatMap(({ tags }) => tags))].toSorted()).toEqual(known);
    expect(whyLeftOut({ tags: ['@events', '@newer'] })).toContain('@newer');
  });
});
