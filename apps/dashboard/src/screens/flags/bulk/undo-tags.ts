import type { FlagSummary } from '@burgee/contracts/http';

interface Change {
  tags: string[];
  flag_ids: string[];
}

/**
 * The tags that were really added or removed, each with its flags: the undo must not remove a tag from a flag that had
 * it before.
 */
export function undoTags(
  flags: readonly Pick<FlagSummary, 'id' | 'tags'>[],
  tags: readonly string[],
  adds: boolean,
): Change[] {
  const changes = new Map<string, Change>();
  for (const flag of flags) {
    const differing = tags.filter((tag) => flag.tags.includes(tag) !== adds);
    if (differing.length === 0) continue;
    const key = differing.join('\n');
    const change = changes.get(key) ?? { tags: differing, flag_ids: [] };
    change.flag_ids.push(flag.id);
    changes.set(key, change);
  }
  return [...changes.values()];
}
