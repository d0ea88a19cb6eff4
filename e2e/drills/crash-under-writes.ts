import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@burgee/testing';
import type { OutboxScene } from './outbox-scene.js';

export interface Crashes {
  acknowledged: number;
  unknown: number;
}

/**
 * Kills Postgres again and again while both replicas of flags-admin write, and holds what callers were told against
 * what is stored. Reads go on meanwhile.
 * @throws when an acknowledged write is missing, a read fails, or a change is there in part
 */
export async function crashUnderWrites(scene: OutboxScene, times: number): Promise<Crashes> {
  const before = scene.tried.length;
  for (let crash = 0; crash < times; crash++) {
    const stopped = new AbortController();
    const write = async (service: string) => {
      while (!stopped.signal.aborted) await scene.edit(service);
    };
    const writers = ['flags-admin-1', 'flags-admin-2'].map(write);
    // Not a wait for anything: the kill falls somewhere into the writes.
    await delay(150 + Math.random() * 350);
    await scene.house.postgres.kill();
    const read = await scene.read();
    stopped.abort();
    await Promise.all(writers);
    if (read.status !== 200) throw new Error(`a read answered ${read.status}`);
    await scene.house.postgres.start();
    await eventually(() => scene.flip(1, 'flags-admin-1'));
    await eventually(() => scene.flip(1, 'flags-admin-2'));
  }
  await scene.expectAuditComplete();
  await scene.expectWhole();
  const tried = scene.tried.slice(before);
  const odd = tried.filter(({ status }) => status !== undefined && status !== 200 && status !== 503);
  if (odd.length > 0) throw new Error(`answered ${odd.map(({ status }) => status).join(', ')}`);
  const acknowledged = tried.filter(({ status }) => status === 200).length;
  return { acknowledged, unknown: tried.length - acknowledged };
}
