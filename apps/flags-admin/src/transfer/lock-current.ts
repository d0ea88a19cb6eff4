import type { EntityManager } from 'typeorm';
import { SERVES_NEW_FLAGS } from '../change-rules/change-rules.js';
import { assertFitsOneCall } from '../flag-changes/assert-fits-one-call.js';
import { FLAG_COLUMNS, type FlagRow, type ValueState, valueState } from '../flags/flag-row.js';
import { lockProject } from '../unit-of-work/lock-project.js';
import { MORE_ORIGINS } from '../unit-of-work/more-origins.js';
import type { DescribedEnvironment } from './decide-environment.js';
import type { CurrentFlag } from './decide-flag.js';

export interface CurrentEnvironment extends DescribedEnvironment {
  flag_set_bytes: number;
  /** Whether clients get a new flag at once. Read without a lock. */
  serves: boolean;
}

/**
 * The present state for an import. Neither its flags nor the number of environments can change until the transaction
 * ends.
 */
export interface Current {
  environments: CurrentEnvironment[];
  /** In the project, including archived ones. */
  flagCount: number;
  /** The flags that the document names, by key. */
  flags: Map<string, CurrentFlag>;
}

type ValueRow = ValueState & { flag_id: string; environment_id: string };

/** Each value is read, and may become a revision and a row. */
export const IMPORT_LIMITS = { values: 50_000, bytes: 24_000_000 };
/** The limit of one statement. Small enough that this process parses the rows quickly. */
const VALUES_AT_ONCE = 1_000;

async function valuesOf(
  manager: EntityManager,
  flagIds: readonly string[],
  slugOf: ReadonlyMap<string, string>,
): Promise<Map<string, Map<string, ValueState>>> {
  const byFlag = new Map(flagIds.map((id) => [id, new Map<string, ValueState>()]));
  const flagsAtOnce = Math.max(1, Math.floor(VALUES_AT_ONCE / Math.max(1, slugOf.size)));
  for (let from = 0; from < flagIds.length; from += flagsAtOnce) {
    const rows = await manager.sql<ValueRow[]>`
      select flag_id, environment_id, is_enabled, rollout_percentage, targeting_attribute, targeting_value,
             targeting_return_value, served
      from flags.flag_values where flag_id = any(${flagIds.slice(from, from + flagsAtOnce)}::uuid[])`;
    for (const { flag_id, environment_id, ...value } of rows)
      byFlag.get(flag_id)?.set(slugOf.get(environment_id) ?? '', valueState(value));
  }
  return byFlag;
}

/**
 * Locks the project and the flags of a document, in the order of ids. Every change of a value locks its flag first, so
 * the values need no locks.
 * @throws not_found, invalid_request when they have more or longer values than one import may read
 */
export async function lockCurrent(
  manager: EntityManager,
  projectId: string,
  { slugs, keys }: { slugs: readonly string[]; keys: readonly string[] },
): Promise<Current> {
  await lockProject(manager, projectId);
  const environments = await manager.sql<CurrentEnvironment[]>`
    select id, name, slug, icon, url, ${MORE_ORIGINS}, protected, color, approvals, comment_required,
           flag_set_bytes, ${SERVES_NEW_FLAGS} as serves
    from flags.environments e where project_id = ${projectId} order by sort_order, created_at, id`;
  // A new environment gets a value of every flag.
  const locksAll = slugs.some((slug) => !environments.some((environment) => environment.slug === slug));
  await manager.sql`
    select id from flags.flags where project_id = ${projectId} and (key = any(${keys}::text[]) or ${locksAll}::boolean)
    order by id for no key update`;
  const rows = await manager.sql<FlagRow[]>`
    select ${FLAG_COLUMNS} from flags.flags where project_id = ${projectId} and key = any(${keys}::text[])`;
  const [count] = await manager.sql<{ flags: number }[]>`
    select count(*) as flags from flags.flags where project_id = ${projectId}`;
  const ids = rows.map(({ id }) => id);
  await assertFitsOneCall(manager, ids, '/flags', null, IMPORT_LIMITS);
  const slugOf = new Map(environments.map(({ id, slug }) => [id, slug]));
  const values = await valuesOf(manager, ids, slugOf);
  const flags = new Map(rows.map((row) => [row.key, { row, values: values.get(row.id) ?? new Map() }]));
  return { environments, flagCount: count?.flags ?? 0, flags };
}
