import { readFileSync } from 'node:fs';
import { DRAIN_SETTINGS } from '@burgee/process-kit';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';

interface Container {
  mem_limit?: string;
  logging?: { options?: Record<string, string> };
  stop_grace_period?: string;
  environment: Record<string, string | number | null>;
}

/** For the requests that are under way when a process stops listening. */
const LAST_ANSWERS_SECONDS = 10;

const { services } = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as {
  services: Record<string, Container>;
};
const ours = Object.entries(services).filter(([, { environment }]) => 'OPS_PORT' in environment);

describe.each(Object.entries(services))('the container of %s', (_name, { mem_limit, logging }) => {
  it('has a limit of memory', () => expect(mem_limit).toMatch(/^\d+[mg]$/));

  it('keeps a bounded number of logs, none longer than some megabytes', () => {
    const { 'max-size': size, 'max-file': files } = logging?.options ?? {};
    expect([size, files]).toEqual([expect.stringMatching(/^\d{1,2}m$/), expect.stringMatching(/^\d$/)]);
  });
});

it('all six services and the edge are containers', () => expect(ours).toHaveLength(7));

it.each(ours)('%s is killed no sooner than it has stopped by itself', (_name, container) => {
  const { SHUTDOWN_DELAY_SECONDS, ...others } = container.environment;
  expect(SHUTDOWN_DELAY_SECONDS).toBe(5);
  const drain = 'STREAM_DRAIN_SECONDS' in others ? DRAIN_SETTINGS.STREAM_DRAIN_SECONDS.default : 0;
  const [, seconds] = /^(\d+)s$/.exec(container.stop_grace_period ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThanOrEqual(5 + Number(drain) + LAST_ANSWERS_SECONDS);
});
