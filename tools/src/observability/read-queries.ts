import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const DASHBOARDS = join('deploy', 'grafana');
export const RULES = join('deploy', 'prometheus', 'alerts.yaml');

interface Target {
  expr: string;
  legendFormat: string;
  instant?: boolean;
}

export interface Panel {
  title: string;
  type: 'timeseries' | 'stat' | 'table';
  fieldConfig: { defaults: { unit: string } };
  targets: Target[];
}

export interface Dashboard {
  uid: string;
  title: string;
  panels: Panel[];
}

export interface AlertRule {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; description: string; runbook: string };
}

/** @param root of the repository */
export function readDashboards(root: string): Dashboard[] {
  const names = readdirSync(join(root, DASHBOARDS)).filter((name) => name.endsWith('.json'));
  return names.toSorted().map((name) => JSON.parse(readFileSync(join(root, DASHBOARDS, name), 'utf8')) as Dashboard);
}

/** @param root of the repository */
export function readAlerts(root: string): AlertRule[] {
  const { groups } = parse(readFileSync(join(root, RULES), 'utf8')) as { groups: { rules: AlertRule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

/** A query as Grafana sends it, with everything chosen. */
export const fillVariables = (expr: string, interval: string): string =>
  expr.replaceAll('$instance', '.*').replaceAll('$__rate_interval', interval);

/** What an alert compares with a number. @throws where it does not */
export function measuredBy({ alert, expr }: AlertRule): string {
  const [, left] = /^(.+) (?:==|>|<) [\d.]+$/.exec(expr.trim()) ?? [];
  if (left === undefined) throw new Error(`${alert} compares nothing with a number: ${expr}`);
  return left;
}
