import { createHash } from 'node:crypto';
import { yieldWhenDue } from '@burgee/process-kit';
import type { DecidedEnvironment } from './decide-environment.js';
import type { DecidedFlag } from './decide-flag.js';

/** Identifies an import by its changes: two with the same tag do the same. */
export async function importTag(
  projectId: string,
  environments: readonly DecidedEnvironment[],
  flags: readonly DecidedFlag[],
): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([projectId, environments]));
  const pause = yieldWhenDue();
  for (const { key, current, next, changed, values } of flags) {
    hash.update(
      JSON.stringify([
        key,
        current?.row.id,
        current && changed.map((field) => [field, before(current, field)]),
        next,
        values,
      ]),
    );
    await pause();
  }
  return hash.digest('base64url');
}

const before = ({ row }: NonNullable<DecidedFlag['current']>, field: DecidedFlag['changed'][number]) =>
  field === 'archived' ? row.archived_at !== null : row[field];
