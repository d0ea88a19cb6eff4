import pg from 'pg';
import type { DataSource } from 'typeorm';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

const inPlan = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(inPlan)];
const dropped = (node: PlanNode) =>
  (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);

/** Of numbers, texts without commas and quotes, and lists of these. */
const literal = (value: unknown) =>
  value === null ? 'null' : pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value));

async function sentBy(source: DataSource, run: () => Promise<unknown>) {
  const sent: { text: string; values: unknown[] }[] = [];
  const query = source.query.bind(source);
  source.query = (text: string, values: unknown[] = []) => {
    sent.push({ text, values });
    return query(text, values);
  };
  await run().finally(() => {
    source.query = query;
  });
  return sent;
}

/**
 * What Postgres does with a table, or its partitions, for each query that `run` sends, planned for its values and planned for any.
 * @param source its one connection may explain what it sends
 */
export async function readsOf(source: DataSource, table: string, run: () => Promise<unknown>) {
  const plans: PlanNode[] = [];
  const sent = await sentBy(source, run);
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    await source.query(`set plan_cache_mode = ${mode}`);
    for (const { text, values } of sent) {
      await source.query(`prepare one as ${text}`);
      const given = values.length > 0 ? `(${values.map(literal).join(', ')})` : '';
      const [row] = await source.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }[]>(
        `explain (analyze, format json) execute one ${given}`,
      );
      if (row) plans.push(...inPlan(row['QUERY PLAN'][0].Plan));
      await source.query('deallocate one');
    }
  }
  await source.query('reset plan_cache_mode');
  const isOf = (name?: string) => name === table || name?.startsWith(`${table}_`);
  const scans = plans.filter((node) => isOf(node['Relation Name']));
  const read = scans.map((node) => (node['Actual Rows'] + dropped(node)) * node['Actual Loops']);
  return {
    kinds: new Set(scans.map((node) => node['Node Type'].replace(' Only', ''))),
    dropped: scans.reduce((sum, node) => sum + dropped(node), 0),
    /** In both plans together. */
    rows: Math.round(read.reduce((sum, one) => sum + one, 0)),
  };
}
