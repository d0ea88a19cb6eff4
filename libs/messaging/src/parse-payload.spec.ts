import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  AppliedAcknowledgedV1,
  AppliedCountedV1,
  AppliedWantedV1,
  AuditRecordedV1,
  AuditInstanceV1,
  AuditRecordV1,
  AuditReferenceV1,
  EnvironmentsReadV1,
  FlagDeletedV1,
  FlagUpdatedV1,
  ProjectChangedV1,
  ReportsWantedV1,
  SdkKeyChangedV1,
  StatusReportedV1,
  StatusWantedV1,
  StreamsCountedV1,
  UsageReportedV1,
} from '@burgee/contracts/messages';
import { keptOfReleases } from '@burgee/testing/unit';
import { describe, expect, it } from '@jest/globals';
import { parsePayload } from './parse-payload.js';

const FIXTURES = join(process.cwd(), 'libs', 'contracts', 'src', 'messages', 'fixtures');
const PAGE = readFileSync(join(process.cwd(), 'docs', 'reference', 'events.md'), 'utf8');

const SHAPES: Record<string, new () => object> = {
  'applied-acknowledged.v1.json': AppliedAcknowledgedV1,
  'applied-counted.v1.json': AppliedCountedV1,
  'applied-wanted.v1.json': AppliedWantedV1,
  'flag-updated.v1.json': FlagUpdatedV1,
  'flag-deleted.v1.json': FlagDeletedV1,
  'sdk-key-changed.v1.json': SdkKeyChangedV1,
  'status-reported.v1.json': StatusReportedV1,
  'status-wanted.v1.json': StatusWantedV1,
  'streams-counted.v1.json': StreamsCountedV1,
  'environments-read.v1.json': EnvironmentsReadV1,
  'reports-wanted.v1.json': ReportsWantedV1,
  'project-changed.v1.json': ProjectChangedV1,
  'audit-instance.v1.json': AuditInstanceV1,
  'audit-record.v1.json': AuditRecordV1,
  'audit-recorded.v1.json': AuditRecordedV1,
  'audit-reference.v1.json': AuditReferenceV1,
  'usage-reported.v1.json': UsageReportedV1,
};

const fixture = (name: string): Record<string, unknown> => JSON.parse(readFileSync(join(FIXTURES, name), 'utf8'));

/** The path of every value in a document. */
function pathsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([name, one]) => pathsOf(one, [...path, name]));
  return path.length > 0 ? [path, ...inner] : inner;
}

function withChanged(source: object, [name = '', ...rest]: string[], value: unknown): Record<string, unknown> {
  const changed = structuredClone(source) as Record<string, unknown>;
  changed[name] = rest.length === 0 ? value : withChanged(changed[name] as object, rest, value);
  return changed;
}

/** The values in an audit entry are free, and who made it may be of a later kind; everything else has a shape. */
const isFree = ([first, second]: string[]) =>
  ['old_values', 'new_values', 'performed_by'].includes(first ?? '') && second !== undefined;

describe('a message of a release', () => {
  it.each(keptOfReleases('messages/'))('is accepted by this build: %s', (name, text) => {
    const message = JSON.parse(text);
    expect(parsePayload(SHAPES[basename(name)]!, message)).toEqual(expect.objectContaining(message));
  });
});

describe('a message compared with its contract', () => {
  it('has a golden example for each payload and a payload for each example', () => {
    expect(readdirSync(FIXTURES).toSorted()).toEqual(Object.keys(SHAPES).toSorted());
  });

  describe.each(Object.entries(SHAPES))('%s', (name, shape) => {
    it('is accepted as it stands', () => {
      expect(parsePayload(shape, fixture(name))).toEqual(expect.objectContaining(fixture(name)));
    });

    it('stands in docs/reference/events.md', () => {
      const examples = [...PAGE.matchAll(/```json\n(.*?)```/gs)].map(([, text = '']) => JSON.parse(text));
      expect(examples).toContainEqual(fixture(name));
    });

    it('is accepted with fields that a later v1 may gain', () => {
      expect(() => parsePayload(shape, { ...fixture(name), gained_later: { deep: [1] } })).not.toThrow();
    });

    it.each(pathsOf(fixture(name)).filter((path) => !isFree(path)))('is refused when %s is wrong', (...path) => {
      expect(() => parsePayload(shape, withChanged(fixture(name), path, ['wrong']))).toThrow(shape.name);
    });

    it('is refused as another version', () => {
      expect(() => parsePayload(shape, { ...fixture(name), v: 2 })).toThrow('v do not fit');
    });
  });

  it.each([undefined, null, 'text', 7])('is refused when it is %p', (data) => {
    expect(() => parsePayload(SdkKeyChangedV1, data)).toThrow('not an object');
  });
});
