import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { crashUnderWrites } from './crash-under-writes.js';
import { OutboxScene } from './outbox-scene.js';

let scene: OutboxScene;

beforeAll(async () => {
  scene = await OutboxScene.start({ flagsAdmins: 2 });
  await scene.read();
}, 60_000);
afterAll(() => scene?.stop());

describe('nothing acknowledged is lost, at length', () => {
  it('F11: Postgres is killed under writes twenty times: what was answered 2xx is there, and nothing is in part', async () => {
    const { acknowledged } = await crashUnderWrites(scene, 20);
    expect(acknowledged).toBeGreaterThan(100);
  });

  it('F21: audit is down for a thousand changes: the dashboard does not notice, and later the list is complete', async () => {
    await scene.expectAuditComplete();
    const before = (await scene.entries()).length;
    await scene.house.services.audit!.kill();
    const startedAt = performance.now();
    await scene.flip(1_000);
    expect((performance.now() - startedAt) / 1_000).toBeLessThan(100);
    await eventually(async () =>
      expect(await scene.metric('flags-admin-1', 'burgee_outbox_unconfirmed_audit_facts')).toBe(1_000),
    );
    await scene.house.services.audit!.start();
    await scene.expectAuditComplete(30_000);
    expect(await scene.entries()).toHaveLength(before + 1_000);
    const list = `/api/flags/${scene.flag.id}/audit?limit=1000`;
    const { body } = await scene.project.owner.visitor.get(list);
    expect(body.map((entry: { request_id: string }) => entry.request_id)).toEqual(
      (await scene.entries())
        .slice(-1_000)
        .map(({ id }) => id)
        .toReversed(),
    );
  });

  it('F13: the disk of Postgres is full: 503, no change in part, reads go on; with room again it goes on by itself', async () => {
    await scene.expectAuditComplete();
    // A table space of its own on a small disk, so that only what changes write is full, and not all of Postgres.
    const disk = join(scene.house.services.audit!.logFile, '..', '..', 'small-disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,uid=65534,gid=65534,mode=0700', 'tmpfs', disk]);
    try {
      await scene.ask(`create tablespace small location '${disk}'`);
      await scene.ask('alter table flags.outbox set tablespace small');
      await scene.flip(3);
      await scene.expectAuditComplete();
      const filler = join(disk, 'filler');
      try {
        writeFileSync(filler, Buffer.alloc(16 * 1024 * 1024));
      } catch {
        // As much as there was room for.
      }
      // A page with a gap may take one more row now and then; what counts is that no answer lies.
      const from = scene.tried.length;
      const refused = () => scene.tried.slice(from).filter(({ status }) => status === 503).length;
      await eventually(
        async () => {
          await scene.edit();
          expect(refused()).toBeGreaterThanOrEqual(20);
        },
        30_000,
        0,
      );
      expect(scene.tried.slice(from).filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
      const read = await scene.read();
      expect([read.status, read.headers['burgee-freshness']]).toEqual([200, undefined]);
      await scene.expectWhole();
      writeFileSync(filler, '');
      await eventually(() => scene.flip());
      await scene.expectAuditComplete();
    } finally {
      await scene.house.postgres.stop();
      execFileSync('umount', [disk]);
    }
  });
});
