import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';

const { outputFiles } = await build({
  entryPoints: [join(process.cwd(), 'apps', 'dashboard', 'src', 'screens', 'schedules', 'schedule-draft.ts')],
  bundle: true,
  write: false,
  globalName: 'drafts',
});
const NOW = Date.parse('2027-01-01T10:20:00Z');

/** What the code makes of an expression where the reader is in this zone, which a process takes once, at its start. */
const evaluateIn = (zone: string, expression: string): unknown =>
  JSON.parse(
    execFileSync(process.execPath, ['-e', `${outputFiles[0]?.text}; console.log(JSON.stringify(${expression}))`], {
      env: { TZ: zone },
      encoding: 'utf8',
    }),
  );
const timesOf = (drafts: string) => `drafts.stepsOf(${drafts}, ${NOW})?.map(({ at }) => at.slice(5, 16)) ?? null`;

describe('the steps of a rollout, by the clock of the reader', () => {
  it.each([
    ['Europe/Oslo', '2027-03-27T09:00', 'day', ['03-27T08:00', '03-28T07:00', '03-29T07:00']],
    ['Europe/Oslo', '2027-10-30T09:00', 'day', ['10-30T07:00', '10-31T08:00', '11-01T08:00']],
    ['America/New_York', '2027-03-13T09:00', 'day', ['03-13T14:00', '03-14T13:00', '03-15T13:00']],
    ['America/New_York', '2027-11-01T09:00', 'week', ['11-01T13:00', '11-08T14:00', '11-15T14:00']],
    // Half an hour.
    ['Australia/Lord_Howe', '2027-04-03T09:00', 'day', ['04-02T22:00', '04-03T22:30', '04-04T22:30']],
    // 02:30 is skipped on the 28th, and only then.
    ['Europe/Oslo', '2027-03-27T02:30', 'day', ['03-27T01:30', '03-28T01:30', '03-29T00:30']],
    // Hours are hours: 02:00 comes twice.
    ['Europe/Oslo', '2027-10-31T02:00', 'hour', ['10-31T00:00', '10-31T01:00', '10-31T02:00']],
    ['Europe/Oslo', '2027-03-27T21:00', 'sixHours', ['03-27T20:00', '03-28T02:00', '03-28T08:00']],
  ])('in %s from %s, every %s', (zone, begin, every, times) =>
    expect(evaluateIn(zone, timesOf(`drafts.rampSteps('${begin}', [5, 50, 100], '${every}')`))).toEqual(times),
  );
});

it('a step in the hour that comes twice keeps its instant while another is edited', () => {
  const edited = `['2027-10-31T01:30:00Z'].map((at) => drafts.toDraft({ at, patch: {} }))`;
  expect(evaluateIn('Europe/Oslo', timesOf(edited))).toEqual(['10-31T01:30']);
});

it('the default time is a full hour where the offset from UTC is not', () =>
  expect(evaluateIn('Asia/Kolkata', `drafts.laterToday(${NOW})`)).toMatch(/T\d\d:00:00$/));
