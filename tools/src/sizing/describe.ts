import type { Estate, Figures, Plan } from '@burgee/sizing';

const MICROSECONDS = 1_000_000;

const ROWS: [keyof Figures, string, string][] = [
  ['read', 'GET /api/v1/flags, the whole set', 'µs'],
  ['notModified', 'the same, 304', 'µs'],
  ['decision', 'a decision of one flag', 'µs'],
  ['bulkDecision', 'a decision of all flags', 'µs'],
  ['opening', 'a stream, opened', 'µs'],
  ['delivery', 'a change, to one more stream', 'µs'],
  ['idleSecond', 'a second of an open stream', 'µs'],
  ['change', 'a change, streams aside', 'µs'],
  ['streamKib', 'memory of an open stream', 'KiB'],
  ['processMib', 'memory of a process', 'MiB'],
];
const COLUMNS = ['gateway', 'edge', 'postgres', 'apiGateway', 'auth', 'flagsAdmin', 'audit', 'usage', 'nats', 'redis'];
const TITLES: Record<string, string> = { apiGateway: 'api-gateway', flagsAdmin: 'flags-admin', gateway: 'sdk-gateway' };

const table = (rows: readonly (readonly string[])[]) => rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
const short = (value: number) => value.toLocaleString('en', { maximumSignificantDigits: 2 });

/** What one of each holds, as a Markdown table. */
export function figuresTable(figures: Figures): string {
  const head = ['what', 'unit', ...COLUMNS.map((name) => TITLES[name] ?? name)];
  const rows = ROWS.map(([name, title, unit]) => {
    const of = figures[name] as Partial<Record<string, number>>;
    const scale = unit === 'µs' ? MICROSECONDS : 1;
    return [title, unit, ...COLUMNS.map((column) => (of[column] === undefined ? '' : short(of[column] * scale)))];
  });
  return (
    table([head, head.map(() => '---'), ...rows]) +
    `\n\nA change takes ${short(figures.auditBytes)} bytes of the audit trail.`
  );
}

/** A plan, as Markdown. */
export function planText(estate: Estate, plan: Plan, { measured }: Figures): string {
  const head = ['service', 'replicas', 'busy cores, all together', 'memory of each', 'because of'];
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
    `Postgres: ${short(cores)} busy cores, up to ${connections} connections, ${short(gibPerMonth)} GiB of audit trail a month.`,
    ...(estate.browsers > 0
      ? [
          `After a change that concerns all pages, the last has asked again after ${short(plan.secondsUntilPagesAsked)} s.`,
        ]
      : []),
    ...plan.advice.map((sentence) => `- ${sentence}`),
    `Computed from what one of each holds: ${measured}`,
  ].join('\n\n');
}
