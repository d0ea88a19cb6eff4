import { TOGGLING_ACTION, TOGGLING_EDIT } from '../chain/toggling-edit.js';

export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const FILTERED = ['flag_id', 'user_id', 'environment_id'] as const;

/** Entries that are one index range for each present action. */
interface Range {
  /** SQL expressions: of an entry `e`, and in `wanted` of a `present` action. */
  keyed: { entry: string; wanted: string };
  present: string;
  /** The condition of a partial index. Empty for a full index. */
  where: string;
}

export const OF_ACTIONS: Range = {
  keyed: { entry: 'e.action', wanted: 'present.action' },
  present: '(asked.action is null or present.action = asked.action)',
  where: '',
};
export const SWITCHING_EDITS: Range = {
  keyed: { entry: TOGGLING_ACTION, wanted: TOGGLING_ACTION },
  present: `present.action = 'flag_update'`,
  where: `and ${TOGGLING_EDIT}`,
};

/**
 * SQL for the newest entries of each range, up to one page. It contains only constants: the client's values are in
 * `asked`.
 */
export function newestOf(
  { keyed, present, where }: Range,
  filter: Partial<Record<(typeof FILTERED)[number], string>>,
  limit: number,
): string {
  const given = FILTERED.filter((column) => filter[column] !== undefined);
  const range = FILTERED.map((column) => (given.includes(column) ? `e.${column}` : 'null')).join(', ');
  const key = `audit.range_key(e.chain_id, ${keyed.entry}, ${range})`;
  const columns = (row: string) => given.map((column) => `, ${row}.${column}`).join('');
  return `
    select newest.content, newest.created_at, newest.id
    from asked cross join present
    cross join audit.range_key(asked.chain_id, ${keyed.wanted}, asked.flag_id, asked.user_id, asked.environment_id) as wanted
    cross join lateral (
      select e.*
      from audit.entries e
      where (${key}, e.created_at, e.id) < (wanted, asked.before, asked.before_id)
        and (${key}, e.created_at, e.id) >= (wanted, asked.since, '${FIRST_ID}') ${where}
      order by ${key} desc, e.created_at desc, e.id desc
      limit ${limit + 1}
    ) newest
    where ${present} and (newest.chain_id, newest.action${columns('newest')}) = (asked.chain_id, present.action${columns('asked')})`;
}
