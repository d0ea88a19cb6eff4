import { applyToBody, type FlagSet } from '@burgee/contracts/wire';
import { LRUCache } from 'lru-cache';
import type { ReportedChange } from '../source/flag-source.js';

/** Changes of one environment, and characters of all: those of an environment that nobody reads would pile up for ever. */
const KEPT_OF_ONE = 1_000;
const KEPT_CHARACTERS = 20_000_000;
const AROUND_TEXTS = 500;

function charactersOf({ change: { data } }: ReportedChange): number {
  if (!('name' in data)) return AROUND_TEXTS;
  const { targeting_attribute, targeting_value, targeting_return_value } = data;
  const texts = [data.key, data.name, targeting_attribute, targeting_value, targeting_return_value];
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), AROUND_TEXTS);
}

/** The set with every change applied that follows it without a gap. */
export function applyChanges(set: FlagSet, changes: readonly ReportedChange[]): FlagSet {
  let { revision, body } = set;
  for (const next of changes.toSorted((a, b) => a.revision - b.revision)) {
    if (next.epoch !== set.epoch || next.revision !== revision + 1) continue;
    revision = next.revision;
    body = applyToBody(body, next.change);
  }
  return revision === set.revision ? set : { ...set, revision, body };
}

/** Changes that notifications and streams described, kept until the source has confirmed them. */
export class ReportedChanges {
  private readonly changes = new LRUCache<string, ReportedChange[]>({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: (changes) => changes.reduce((sum, change) => sum + charactersOf(change), 0),
  });

  add(change: ReportedChange): void {
    const others = this.changes.get(change.environmentId) ?? [];
    this.changes.set(change.environmentId, [...others.slice(1 - KEPT_OF_ONE), change]);
  }

  applyTo(set: FlagSet): FlagSet {
    return applyChanges(set, this.changes.peek(set.environmentId) ?? []);
  }

  /** The source has given this set: changes up to its revision are part of it. */
  dropUpTo({ environmentId, revision }: FlagSet): void {
    const changes = this.changes.peek(environmentId);
    if (!changes) return;
    const later = changes.filter((change) => change.revision > revision);
    if (later.length > 0) this.changes.set(environmentId, later);
    else this.changes.delete(environmentId);
  }
}
