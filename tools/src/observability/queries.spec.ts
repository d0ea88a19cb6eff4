import { readFileSync } from 'node:fs';
import { documentedMetrics } from '@burgee/testing/unit';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { measuredBy, readAlerts, readDashboards } from './read-queries.js';

const documented = documentedMetrics();
const alerts = readAlerts('.');
const dashboards = readDashboards('.');

/** Metrics of every process, and of Prometheus itself. */
const OTHERS = /^(up|process_\w+|nodejs_\w+)$/;
const names = (expr: string) => expr.match(/\b(burgee|process|nodejs)_\w+|\bup\b/g) ?? [];
const seriesOf = ({ name, type }: (typeof documented)[number]) =>
  type === 'histogram' || type === 'summary' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];
const series = new Set(documented.flatMap(seriesOf));
const unknown = (expr: string) => names(expr).filter((name) => !series.has(name) && !OTHERS.test(name));

describe('alert rules', () => {
  it.each(alerts.map((rule) => [rule.alert, rule] as const))('%s', (_, rule) => {
    expect(unknown(rule.expr)).toEqual([]);
    expect(measuredBy(rule).length).toBeGreaterThan(0);
    expect(['warning', 'critical']).toContain(rule.labels.severity);
  });

  it('each name a row of docs/operate/failure-modes.md, and are what docs/operate/observability.md lists', () => {
    const failures = readFileSync('docs/operate/failure-modes.md', 'utf8');
    const page = readFileSync('docs/operate/observability.md', 'utf8');
    const rows = alerts.map(
      ({ annotations }) => /^docs\/operate\/failure-modes\.md, row (F\d+)$/.exec(annotations.runbook)?.[1],
    );
    for (const row of rows) expect(failures).toMatch(new RegExp(`^\\| ${row} `, 'm'));
    const listed = [...page.matchAll(/^\| `(Burgee\w+)` +\| (\w+) +\|.*\| \[(F\d+)\]/gm)].map((row) => row.slice(1, 4));
    expect(listed).toEqual(alerts.map(({ alert, labels }, index) => [alert, labels.severity, rows[index]]));
  });

  it('each have a test that fires and a test that stays quiet', () => {
    const { tests } = parse(readFileSync('deploy/prometheus/tests/alerts.test.yaml', 'utf8')) as {
      tests: { name: string; alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
    };
    const tested = tests.flatMap(({ alert_rule_test }) =>
      alert_rule_test.map(({ alertname, exp_alerts }) => `${alertname} ${exp_alerts.length}`),
    );
    expect(tested.toSorted()).toEqual(alerts.flatMap(({ alert }) => [`${alert} 0`, `${alert} 1`]).toSorted());
  });
});

describe('dashboards', () => {
  it('are four, each with a name of its own', () => {
    expect(dashboards.map(({ uid }) => uid)).toEqual([
      'burgee-changes',
      'burgee-overview',
      'burgee-reads',
      'burgee-streams',
    ]);
  });

  const panels = dashboards.flatMap((one) =>
    one.panels.map((panel) => [`${one.title}: ${panel.title}`, panel] as const),
  );

  it.each(panels)('%s', (_, { targets, fieldConfig }) => {
    expect(targets.length).toBeGreaterThan(0);
    expect(fieldConfig.defaults.unit).toMatch(/\w/);
    for (const { expr, legendFormat } of targets) {
      expect(unknown(expr)).toEqual([]);
      expect(expr).toContain('instance=~"$instance"');
      expect(legendFormat).not.toBe('');
    }
  });

  it('show every metric there is', () => {
    const shown = new Set(panels.flatMap(([, { targets }]) => targets.flatMap(({ expr }) => names(expr))));
    const isShown = (name: string) => ['', '_bucket', '_sum', '_count'].some((end) => shown.has(name + end));
    expect(documented.map(({ name }) => name).filter((name) => !isShown(name))).toEqual([]);
  });
});
