import { DomainError } from '@burgee/contracts/wire';
import { describe, expect, it } from '@jest/globals';
import { WaitingReads } from './waiting-reads.js';

const AT_MOST = 1_000;
const NOBODYS = Array.from({ length: 200 }, () => []);

/** Reads that wait until a test ends them. */
function newReads(reads = new WaitingReads(AT_MOST)) {
  const ends: (() => void)[] = [];
  const failures: unknown[] = [];
  const wait = (tenant: string, count = 1, networks: string[] = []): boolean => {
    let accepted = false;
    const work = () => {
      accepted = true;
      return new Promise<void>((resolve) => ends.push(resolve));
    };
    reads
      .during(
        tenant,
        Array.from({ length: count }, () => networks),
        work,
      )
      .catch((error: unknown) => failures.push(error));
    return accepted;
  };
  /** @returns how many single reads of a tenant are accepted before one is refused */
  const fill = (tenant: string, networks?: string[]): number => {
    let accepted = 0;
    while (wait(tenant, 1, networks)) accepted++;
    return accepted;
  };
  return { reads, wait, fill, ends, failures };
}

describe('reads that wait', () => {
  it('of 1,000 clients of one tenant that reconnect at once are accepted', () => {
    const { wait } = newReads(new WaitingReads());
    expect(Array.from({ length: 1_000 }, () => wait('a'))).not.toContain(false);
  });

  it('are a fifth of all that may wait when they are of one tenant, and leave the others theirs', () => {
    const { fill } = newReads();
    expect(['loop', 'a', 'b', 'c'].map((tenant) => fill(tenant))).toEqual([200, 160, 128, 102]);
  });

  it('of the eleventh tenant have places, when ten have taken what they could', () => {
    const { fill } = newReads();
    for (let tenant = 0; tenant < 10; tenant++) fill(`tenant ${tenant}`);
    expect(fill('late')).toBeGreaterThanOrEqual(20);
  });

  it('from one network are a seventh of all, and leave some to other readers of the same tenant', () => {
    const { fill } = newReads();
    expect([
      fill('a', ['2001:db8::/32', 'visitor']),
      fill('a', ['person']),
      fill('b', ['2001:db8::/32', 'other']),
    ]).toEqual([142, 58, 0]);
  });

  it('from one network are bounded together, of whatever tenants they are', () => {
    const { fill } = newReads();
    const accepted = Array.from({ length: 40 }, (_, tenant) => fill(`tenant ${tenant}`, ['loop']));
    expect(accepted.reduce((sum, count) => sum + count)).toBe(142);
    expect(fill('person', ['person'])).toBeGreaterThan(100);
  });

  it('are bounded in all', () => {
    const { fill } = newReads();
    const accepted = Array.from({ length: 100 }, (_, tenant) => fill(`tenant ${tenant}`));
    expect(accepted.reduce((sum, count) => sum + count)).toBeLessThan(AT_MOST);
    expect(accepted.at(-1)).toBe(0);
  });

  it('that share a load are counted each, and accepted or refused together', () => {
    const { wait } = newReads();
    expect([wait('a', 150), wait('a', 60), wait('b', 60)]).toEqual([true, false, true]);
  });

  it('make room when they end, also by an error', async () => {
    const { reads, fill, ends } = newReads();
    fill('a');
    for (const end of ends) end();
    await new Promise((resolve) => setImmediate(resolve));
    const gone = reads.during('a', NOBODYS, () => Promise.reject(new Error('gone')));
    await expect(gone).rejects.toThrow('gone');
    expect(await reads.during('a', NOBODYS, async () => 'done')).toBe('done');
  });

  it('beyond that are refused with a time to wait', async () => {
    const { fill, failures } = newReads();
    fill('a');
    await new Promise((resolve) => setImmediate(resolve));
    const [refusal] = failures as DomainError[];
    expect(refusal?.kind.status).toBe(503);
    expect(refusal?.code).toBe('overloaded');
    expect(refusal?.options.retryAfterSeconds).toBeGreaterThanOrEqual(1);
  });
});
