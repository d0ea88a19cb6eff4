import { applyToBody, type FlagChange, type FlagSet } from '@burgee/contracts/wire';
import { LRUCache } from 'lru-cache';
import type { ReportedChange } from '../source/flag-source.js';

/** Changes of one environment, and characters of all: those of an environment that nobody reads would pile up for ever. */
const KEPT_OF_ONE = 1_000;
const KEPT_CHARACTERS = 20_000_000;
const AROUND_TEXTS = 500;

/** About how many a change takes in memory. */
export function charactersOf({ data }: Pick<FlagChange, 'data'>): number {
  if (!('name' in data)) return AROUND_TEXTS;
  const { targeting_attribute, targeting_value, targeting_return_value } = data;
  const texts = [data.key, data.name, targeting_attribute, targeting_value, targeting_return_value];
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), AROUND_TEXTS);
}

/** The set with every change applied that follows it without a gap. */
export function applyChanges(set: FlagSet, changes: readonly ReportedChange[]): FlagSet {
  let { revision } = set;
  const following: FlagChange[] = [];
  for (const next of changes.toSorted((a, b) => a.revision - b.revision)) {
    if (next.epoch !== set.epoch || next.revision !== revision + 1) continue;
    revision = next.revision;
    following.push(next.change);
  }
  return following.length === 0 ? set : { ...set, revision, body: applyToBody(set.body, ...following) };
}

interface Kept {
  changes: readonly ReportedChange[];
  /** Of all of them: adding them up for each that comes would cost as much as there are. */
  characters: number;
}

const sizeOf = (changes: readonly ReportedChange[]) =>
  changes.reduce((sum, { change }) => sum + charactersOf(change), 0);

/** Changes that notifications and streams described, kept until the source has confirmed them. */
export class ReportedChanges {
  private readonly changes = new LRUCache<string, Kept>({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: ({ characters }) => Math.max(1, characters),
  });

  add(change: ReportedChange): void {
    const { changes, characters } = this.changes.get(change.environmentId) ?? { changes: [], characters: 0 };
    const tooMany = changes.slice(0, Math.max(0, changes.length + 1 - KEPT_OF_ONE));
    this.changes.set(change.environmentId, {
      changes: [...changes.slice(tooMany.length), change],
      characters: characters + charactersOf(change.change) - sizeOf(tooMany),
    });
  }

  applyTo(set: FlagSet): FlagSet {
    return applyChanges(set, this.changes.peek(set.environmentId)?.changes ?? []);
  }

  /** The source has given this set: changes up to its revision are part of it. */
  dropUpTo({ environmentId, revision }: FlagSet): void {
    const kept = this.changes.peek(environmentId);
    if (!kept) return;
    const later = kept.changes.filter((change) => change.revision > revision);
    if (later.length > 0) this.changes.set(environmentId, { changes: later, characters: sizeOf(later) });
    else this.changes.delete(environmentId);
  }
}
