import type { Estate, Figures, Plan } from '@burgee/sizing';

const MICROSECONDS = 1_000_000;

const ROWS: [keyof Figures, string, string][] = [
  ['read', 'GET /api/v1/flags, full response', 'µs'],
  ['notModified', 'GET /api/v1/flags, 304', 'µs'],
  ['decision', 'decision of one flag', 'µs'],
  ['bulkDecision', 'decision of all flags', 'µs'],
  ['opening', 'opening a stream', 'µs'],
  ['delivery', 'a change, per stream', 'µs'],
  ['idleSecond', 'an open stream, per second', 'µs'],
  ['change', 'a change, without streams', 'µs'],
  ['streamKib', 'memory per open stream', 'KiB'],
  ['processMib', 'memory per process', 'MiB'],
];
const COLUMNS = ['gateway', 'edge', 'postgres', 'apiGateway', 'auth', 'flagsAdmin', 'audit', 'usage', 'nats', 'redis'];
const TITLES: Record<string, string> = { apiGateway: 'api-gateway', flagsAdmin: 'flags-admin', gateway: 'sdk-gateway' };

const table = (rows: readonly (readonly string[])[]) => rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
const short = (value: number) => value.toLocaleString('en', { maximumSignificantDigits: 2 });

/** What one of each holds, as a Markdown table. */
export function figuresTable(figures: Figures): string {
  const head = ['work', 'unit', ...COLUMNS.map((name) => TITLES[name] ?? name)];
  const rows = ROWS.map(([name, title, unit]) => {
    const of = figures[name] as Partial<Record<string, number>>;
    const scale = unit === 'µs' ? MICROSECONDS : 1;
    return [title, unit, ...COLUMNS.map((column) => (of[column] === undefined ? '' : short(of[column] * scale)))];
  });
  return (
    table([head, head.map(() => '---'), ...rows]) +
    `\n\nA change adds ${short(figures.auditBytes)} bytes to the audit trail.`
  );
}

/** A plan, as Markdown. */
export function planText(estate: Estate, plan: Plan, { measured }: Figures): string {
  const head = ['service', 'replicas', 'busy cores, total', 'memory each', 'reason'];
  const rows = plan.replicas.map(({ name, count, cores, memoryMib, because }) => [
    name,
    String(count),
    short(cores),
    `${Math.ceil(memoryMib).toLocaleString('en')} MiB`,
    because,
  ]);
  const { cores, connections, gibPerMonth } = plan.postgres;
  return [
    table([head, head.map(() => '---'), ...rows]),
    `Postgres: ${short(cores)} busy cores, up to ${connections} connections, ${short(gibPerMonth)} GiB of audit trail per month.`,
    ...(estate.browsers > 0
      ? [`After a change for all pages, the last page has refetched within ${short(plan.secondsUntilPagesAsked)} s.`]
      : []),
    ...plan.advice.map((sentence) => `- ${sentence}`),
    `Computed from measured figures: ${measured}`,
  ].join('\n\n');
}
