import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePorts, guardGroup } from '@burgee/launcher';
import { eventually } from '@burgee/testing';

/** A series as Prometheus answers it: seconds since 1970, and a number as text. */
export interface Series {
  metric: Record<string, string>;
  values: [number, string][];
}

interface Target {
  job: string;
  opsUrl: string;
}

/** A Prometheus of its own that scrapes once a second. */
export interface RunningPrometheus {
  /** The value of a query now. @throws what Prometheus says is wrong with it */
  query: (expr: string) => Promise<Series[]>;
  /** Its values over the last so many seconds. */
  queryRange: (expr: string, seconds: number, stepSeconds: number) => Promise<Series[]>;
  /** The rules that it could not evaluate, with why. */
  failedRules: () => Promise<string[]>;
  stop: () => Promise<void>;
}

const configOf = (targets: readonly Target[], rules: string) => ({
  global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '2s' },
  rule_files: [resolve(rules)],
  scrape_configs: targets.map(({ job, opsUrl }, index) => ({
    // The names have to differ; `job` is what the chart makes it.
    job_name: `${job}-${index}`,
    static_configs: [{ targets: [new URL(opsUrl).host], labels: { job } }],
  })),
});

async function ask(url: string): Promise<unknown> {
  const response = await fetch(url);
  const body = (await response.json()) as { status: string; error?: string; data: unknown };
  if (body.status !== 'success') throw new Error(body.error ?? `${url} answered ${response.status}`);
  return body.data;
}

async function seriesAt(url: string): Promise<Series[]> {
  const { result } = (await ask(url)) as { result: (Series & { value?: [number, string] })[] };
  return result.map(({ metric, value, values }) => ({ metric, values: value ? [value] : values }));
}

function launch(binary: string, folder: string, port: number): ChildProcess {
  const words = {
    'config.file': join(folder, 'prometheus.json'),
    'storage.tsdb.path': join(folder, 'data'),
    'web.listen-address': `127.0.0.1:${port}`,
    'log.level': 'warn',
  };
  const args = Object.entries(words).map(([name, value]) => `--${name}=${value}`);
  const child = spawn(binary, args, { stdio: ['ignore', 'inherit', 'inherit'], detached: true });
  child.once('exit', guardGroup(child.pid ?? 0));
  return child;
}

/** @param rules the file of alert rules */
export async function startPrometheus(
  binary: string,
  targets: readonly Target[],
  rules: string,
): Promise<RunningPrometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'burgee-prometheus-'));
  const [port = 0] = await freePorts(1);
  // YAML takes JSON.
  writeFileSync(join(folder, 'prometheus.json'), JSON.stringify(configOf(targets, rules)));
  const child = launch(binary, folder, port);
  const base = `http://127.0.0.1:${port}`;
  const prometheus: RunningPrometheus = {
    query: (expr) => seriesAt(`${base}/api/v1/query?${new URLSearchParams({ query: expr })}`),
    queryRange: (expr, seconds, stepSeconds) => {
      const end = Math.floor(Date.now() / 1_000);
      const range = { start: String(end - seconds), end: String(end), step: String(stepSeconds) };
      return seriesAt(`${base}/api/v1/query_range?${new URLSearchParams({ query: expr, ...range })}`);
    },
    failedRules: async () => {
      const { groups } = (await ask(`${base}/api/v1/rules`)) as {
        groups: { rules: { name: string; health: string; lastError?: string }[] }[];
      };
      const all = groups.flatMap((group) => group.rules);
      if (all.length === 0) throw new Error('Prometheus has no rules.');
      return all
        .filter(({ health }) => health !== 'ok')
        .map((rule) => `${rule.name}: ${rule.lastError ?? rule.health}`);
    },
    stop: async () => {
      const ended = child.exitCode === null ? once(child, 'exit') : undefined;
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error('Prometheus ended at once.');
    const up = await prometheus.query('up == 1');
    if (up.length < targets.length) throw new Error(`Prometheus scrapes ${up.length} of ${targets.length} processes.`);
  }, 60_000);
  return prometheus;
}
