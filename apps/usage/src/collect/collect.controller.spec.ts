import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import { CollectController } from './collect.controller.js';
import { WaitingWindows } from './waiting-windows.js';

interface Window {
  tenant: string;
}

const OF = { app: 'a', sdk: 's', sdk_version: '1', unknown: {} };

const windowOf = (tenant: string) => ({
  environment_id: randomUUID(),
  tenant,
  window: randomUUID(),
  reports: [{ ...OF, flags: { theme: { on: 1 } } }],
});
const message = (...windows: Window[]) => ({
  v: 1,
  event_id: randomUUID(),
  occurred_at: new Date().toISOString(),
  windows,
});

/** A collector whose statements take one turn of the event loop. */
function newCollector() {
  const at = { once: 0, most: 0 };
  const stored: string[] = [];
  const sql = async (_: TemplateStringsArray, given: string) => {
    at.most = Math.max(at.most, ++at.once);
    await new Promise(setImmediate);
    at.once--;
    const windows = JSON.parse(given) as Window[];
    stored.push(...windows.map(({ tenant }) => tenant));
    return [{ stored: windows.length }];
  };
  return { collector: new CollectController({ sql } as unknown as DataSource, pino({ enabled: false })), at, stored };
}

describe('usage reported by gateways', () => {
  it('S84 stores one batch at a time, so that reads find free connections', async () => {
    const { collector, at, stored } = newCollector();
    const tenant = randomUUID();
    await Promise.all(Array.from({ length: 100 }, () => collector.collect(message(windowOf(tenant)))));
    expect([at.most, stored.length]).toEqual([1, 100]);
    await collector.collect(message(windowOf(tenant)));
    expect(stored).toHaveLength(101);
  });

  it('S84 stores windows in order of arrival and drops windows beyond the limit', () => {
    const waiting = new WaitingWindows();
    const flags = Object.fromEntries(Array.from({ length: 990 }, (_, n) => [`f-${n}`, { on: 1 }]));
    const large = { ...windowOf('large'), reports: [{ ...OF, flags }] };
    expect(waiting.add([windowOf('first'), ...Array.from({ length: 100 }, () => large)])).toBe(50);
    const taken = waiting.take();
    expect(taken.map(({ tenant }) => tenant)).toEqual(['first', 'large']);
    expect(waiting.add([windowOf('last')])).toBe(0);
    for (let n = 1; n < 50; n++) expect(waiting.take()).toHaveLength(1);
    expect([waiting.take().length, waiting.take().length]).toEqual([1, 0]);
  });
});
