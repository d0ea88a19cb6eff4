import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@burgee/testing';
import type { OutboxFixture } from './outbox-fixture.js';

const WRITES_BEFORE_A_CRASH = 5;

export interface Crashes {
  acknowledged: number;
  unknown: number;
}

/**
 * Repeatedly kills Postgres while both replicas of flags-admin write and clients read, and compares the answers with
 * the stored rows.
 * @throws when an acknowledged write is missing, a read fails, or a change is there in part
 */
export async function crashUnderWrites(fixture: OutboxFixture, times: number): Promise<Crashes> {
  const before = fixture.tried.length;
  for (let crash = 0; crash < times; crash++) {
    const stopped = new AbortController();
    const begun = fixture.tried.length;
    const write = async (service: string) => {
      while (!stopped.signal.aborted) await fixture.edit(service);
    };
    const writers = ['flags-admin-1', 'flags-admin-2'].map(write);
    const acknowledged = () => fixture.tried.slice(begun).filter(({ status }) => status === 200).length;
    await eventually(() => assert(acknowledged() >= WRITES_BEFORE_A_CRASH));
    // Not a wait for anything: the kill falls somewhere into the writes.
    await delay(Math.random() * 350);
    await fixture.cluster.postgres.kill();
    const read = await fixture.read();
    stopped.abort();
    await Promise.all(writers);
    if (read.status !== 200) throw new Error(`a read answered ${read.status}`);
    await fixture.cluster.postgres.start();
    await eventually(() => fixture.flip(1, 'flags-admin-1'));
    await eventually(() => fixture.flip(1, 'flags-admin-2'));
  }
  await fixture.expectAuditComplete();
  await fixture.expectWhole();
  const tried = fixture.tried.slice(before);
  const odd = tried.filter(({ status }) => status !== undefined && status !== 200 && status !== 503);
  if (odd.length > 0) throw new Error(`answered ${odd.map(({ status }) => status).join(', ')}`);
  const acknowledged = tried.filter(({ status }) => status === 200).length;
  return { acknowledged, unknown: tried.length - acknowledged };
}
