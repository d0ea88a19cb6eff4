import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keptOfReleases } from '@burgee/testing/unit';
import { describe, expect, it } from '@jest/globals';

const GOLDEN = readFileSync(join(process.cwd(), 'libs', 'contracts', 'src', 'wire', 'fixtures', 'events.txt'), 'utf8');
const PAGE = readFileSync(join(process.cwd(), 'docs', 'reference', 'events.md'), 'utf8');

/** What it is made of, without its values: a client may rely on each field and its type. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shapeOf(one)]));
}

/** Each event by its name. */
function eventsIn(text: string): Record<string, { hasId: boolean; data: object }> {
  const blocks = text.split('\n\n').filter(Boolean);
  const field = (block: string, name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
  return Object.fromEntries(
    blocks.map((block) => [
      field(block, 'event') ?? '',
      { hasId: field(block, 'id') !== undefined, data: shapeOf(JSON.parse(field(block, 'data') ?? '')) as object },
    ]),
  );
}

describe('the events of a stream', () => {
  it('stand in docs/reference/events.md', () => {
    const [stream = ''] = PAGE.split('## On NATS');
    expect([...stream.matchAll(/```text\n(.*?)```/gs)].map(([, block]) => block).join('')).toBe(GOLDEN);
  });

  it.each(keptOfReleases('events.txt'))(
    'have every field of the events of a release, whose clients read them: %s',
    (_, text) => {
      expect(eventsIn(GOLDEN)).toMatchObject(eventsIn(text));
    },
  );
});
