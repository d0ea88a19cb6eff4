import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildProgram } from '../chart/build-programs.js';
import { causeTraffic } from './cause-traffic.js';
import { drawDashboards } from './draw-dashboards.js';
import { fillVariables, measuredBy, readAlerts, readDashboards, RULES } from './read-queries.js';
import { startObserved } from './start-observed.js';
import { type RunningPrometheus, startPrometheus } from './start-prometheus.js';

const execute = promisify(execFile);
const TESTS = join('deploy', 'prometheus', 'tests', 'alerts.test.yaml');
const TRAFFIC_SECONDS = 90;
const INTERVAL = '15s';

interface QueryOf {
  name: string;
  expr: string;
}

async function complaintOf(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    return stdout + stderr || message;
  }
}

/** @returns the complaint of each that fails */
async function complaintsOf(steps: { name: string; work: () => Promise<unknown> }[]): Promise<string[]> {
  const complaints: string[] = [];
  for (const { name, work } of steps) {
    const complaint = await complaintOf(work);
    if (complaint !== undefined) complaints.push(`${name}: ${complaint}`);
  }
  return complaints;
}

/** Everything that panels and rules ask of Prometheus. */
function allQueries(root: string): QueryOf[] {
  const panels = readDashboards(root).flatMap(({ title, panels }) =>
    panels.flatMap((panel) =>
      panel.targets.map(({ expr }) => ({ name: `${title}, “${panel.title}”`, expr: fillVariables(expr, INTERVAL) })),
    ),
  );
  const rules = readAlerts(root).map((rule) => ({ name: rule.alert, expr: measuredBy(rule) }));
  return [...panels, ...rules];
}

/** @throws where there is no number within the time of the traffic */
async function assertData(prometheus: RunningPrometheus, { expr }: QueryOf): Promise<void> {
  const series = await prometheus.queryRange(expr, TRAFFIC_SECONDS, 1);
  const hasNumber = series.some(({ values }) => values.some(([, value]) => value !== 'NaN'));
  if (!hasNumber) throw new Error(`There is no data of ${expr}`);
}

/**
 * Holds alert rules to their tests, and every query of dashboards and rules to a Prometheus that scrapes a Burgee.
 * @param isDrawing draws the dashboards with these numbers into docs/observability
 * @returns what is wrong, one text a query or rule
 */
export async function tryMetrics(root: string, { isDrawing }: { isDrawing: boolean }): Promise<string[]> {
  const folder = join(root, '.burgee', 'prometheus');
  const promtool = await buildProgram('promtool', folder);
  const binary = await buildProgram('prometheus', folder);
  const complaints = await complaintsOf([
    { name: 'promtool check rules', work: () => execute(promtool, ['check', 'rules', RULES], { cwd: root }) },
    { name: 'promtool test rules', work: () => execute(promtool, ['test', 'rules', TESTS], { cwd: root }) },
  ]);
  const observed = await startObserved();
  try {
    const prometheus = await startPrometheus(binary, observed.targets, join(root, RULES));
    try {
      await causeTraffic(observed, TRAFFIC_SECONDS);
      const more = await complaintsOf([
        ...allQueries(root).map((asked) => ({ name: asked.name, work: () => assertData(prometheus, asked) })),
        {
          name: 'Prometheus can evaluate every rule',
          work: async () => {
            const wrong = await prometheus.failedRules();
            if (wrong.length > 0) throw new Error(wrong.join('\n'));
          },
        },
      ]);
      complaints.push(...more);
      if (isDrawing) await drawDashboards(root, prometheus, TRAFFIC_SECONDS, INTERVAL);
    } finally {
      await prometheus.stop();
    }
  } finally {
    await observed.stop();
  }
  return complaints;
}
