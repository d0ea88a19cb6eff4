import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OutboxFixture } from '../outbox-fixture.js';

let fixture: OutboxFixture;

beforeAll(async () => {
  fixture = await OutboxFixture.start({ flagsAdmins: 2 });
  await fixture.read();
}, 60_000);
afterAll(() => fixture?.stop());

describe('the disk of Postgres', () => {
  it('F13: is full: 503, no partial change, reads go on; recovers by itself once space is free', async () => {
    await fixture.expectAuditComplete();
    // A table space of its own on a small disk, so that only what changes write is full, and not all of Postgres.
    const disk = join(fixture.cluster.services.audit!.logFile, '..', '..', 'small-disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,uid=65534,gid=65534,mode=0700', 'tmpfs', disk]);
    try {
      await fixture.query(`create tablespace small location '${disk}'`);
      await fixture.query('alter table flags.outbox set tablespace small');
      await fixture.flip(3);
      await fixture.expectAuditComplete();
      const filler = join(disk, 'filler');
      try {
        writeFileSync(filler, Buffer.alloc(16 * 1024 * 1024));
      } catch {
        // The write fails once the disk is full.
      }
      // A page with a gap may take one more row now and then; what counts is that no answer lies.
      const from = fixture.tried.length;
      const refused = () => fixture.tried.slice(from).filter(({ status }) => status === 503).length;
      await eventually(
        async () => {
          await fixture.edit();
          expect(refused()).toBeGreaterThanOrEqual(20);
        },
        30_000,
        0,
      );
      expect(fixture.tried.slice(from).filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
      const read = await fixture.read();
      expect([read.status, read.headers['burgee-freshness']]).toEqual([200, undefined]);
      await fixture.expectWhole();
      writeFileSync(filler, '');
      await eventually(() => fixture.flip());
      await fixture.expectAuditComplete();
    } finally {
      await fixture.cluster.postgres.stop();
      execFileSync('umount', [disk]);
    }
  });
});
