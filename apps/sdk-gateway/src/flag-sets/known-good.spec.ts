import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FlagSet, flagSetBody, type KeyNote } from '@burgee/contracts';
import { eventually } from '@burgee/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BodyMemory } from './body-memory.js';
import { KnownGoodAnswers } from './known-good.js';
import { LastKnownGoodFiles } from './last-known-good.js';
import { LastNews } from './last-news.js';
import { RenderedFlagSet } from './rendered-flag-set.js';

const ENV = '0190a000-0000-7000-8000-000000000001';
const set = (revision: number): FlagSet => ({ environmentId: ENV, epoch: 'e', revision, body: flagSetBody([]) });

/** What lies in Redis, for all replicas. */
class Shelf {
  readonly notes = new Map<string, KeyNote>();
  body: FlagSet | undefined;
  note = async (key: string, note: KeyNote) => void this.notes.set(key, note);
  noteOf = async (key: string) => this.notes.get(key);
  strike = async (key: string) => void this.notes.delete(key);
  newest = async () => undefined;
  get = async () => this.body;
}

let folder: string;
let shelf: Shelf;
let files: LastKnownGoodFiles;
let known: KnownGoodAnswers;
let memory: BodyMemory;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burgee-known-good-'));
  shelf = new Shelf();
  files = new LastKnownGoodFiles({ LAST_KNOWN_GOOD_DIR: folder }, { warn: () => undefined } as never);
  memory = new BodyMemory(1_000_000, () => true);
  const sets = {
    held: (id: string) => memory.get(id),
    forget: (id: string) => memory.delete(id),
    adopt: (one: FlagSet) => put(one),
  };
  known = new KnownGoodAnswers(sets as never, files, shelf as never, new LastNews(shelf as never));
});
afterEach(async () => {
  await files.flush();
  rmSync(folder, { recursive: true });
});

/** Into memory, unless there is something newer. */
function put(one: FlagSet): RenderedFlagSet {
  const rendered = new RenderedFlagSet(one);
  if ((memory.get(ENV)?.set.revision ?? 0) <= one.revision) memory.put(rendered);
  return rendered;
}

/** A check said that the key opens this revision, and it was served. */
const learn = (key: string, revision: number) =>
  known.learn({ key_hash: key, environment_id: ENV, epoch: 'e', revision }, put(set(revision)));

const name = (revision: number) => ({ environmentId: ENV, epoch: 'e', revision });

describe('what a replica last knew', () => {
  it('a key it has refused opens nothing, whatever others say of it, until a check says so again', async () => {
    learn('other', 1);
    await shelf.note('rotated', { v: 1, environment_id: ENV, epoch: 'e', revision: 1, checked_at: Date.now() });
    known.forgetKey('rotated');
    expect(shelf.notes.has('rotated')).toBe(false);
    // A replica that has not heard yet lays its word there again.
    await shelf.note('rotated', { v: 1, environment_id: ENV, epoch: 'e', revision: 1, checked_at: Date.now() });
    shelf.body = set(1);
    expect(await known.placeOf('rotated')).toBeUndefined();
    learn('rotated', 1);
    expect(await known.placeOf('rotated')).toEqual(name(1));
  });

  it('an answer that was overtaken is no news, but its key is', async () => {
    learn('one', 5);
    learn('one', 4);
    expect(await known.placeOf('one')).toEqual(name(5));
    learn('two', 4);
    expect([await known.placeOf('one'), await known.placeOf('two')]).toEqual([name(5), name(5)]);
    await files.flush();
    expect(files.nameOf(ENV)).toEqual(name(5));
    expect(files.labels()[0]?.keyHashes.toSorted()).toEqual(['one', 'two']);
  });

  it('a key that was rotated while its file was being written does not take the file with it', async () => {
    learn('old', 1);
    await eventually(() => expect(files.holds(set(1))).toBe(true));
    known.forgetKey('old');
    learn('new', 1);
    await files.flush();
    expect([files.holds(set(1)), await files.read(ENV)]).toEqual([true, set(1)]);
  });

  it('is confirmed by what a sweep saw, if that is all of it', () => {
    learn('one', 5);
    const before = known.environments.get(ENV)!.checkedAt;
    expect(known.confirm(name(5), ['one'])).toBe(true);
    expect(known.environments.get(ENV)!.checkedAt).toBeGreaterThan(before);
    expect(known.confirm(name(6), ['one'])).toBe(false);
    expect(known.confirm(name(5), ['two'])).toBe(false);
    expect(known.confirm({ ...name(5), environmentId: 'another' }, [])).toBe(false);
  });

  it('a body that is neither in memory nor in a file is taken from Redis', async () => {
    learn('one', 5);
    await files.flush();
    await files.remove(ENV);
    memory.delete(ENV);
    expect(await known.answerFor(ENV)).toBeUndefined();
    shelf.body = set(5);
    expect((await known.answerFor(ENV))?.rendered.set).toEqual(set(5));
  });
});
