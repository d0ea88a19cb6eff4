import { describe, expect, it } from '@jest/globals';
import { ExportTurns } from './export-turns.js';

describe('the turns of exports', () => {
  it('S80 an account that has exported much waits, from wherever it asks; others do not', async () => {
    const turns = new ExportTurns();
    const begun: string[] = [];
    const read = (network: string, account: string, bytes: number) =>
      turns.run([network, account], async (spend) => {
        begun.push(account);
        spend(bytes);
      });
    for (let part = 0; part < 60; part++) await read('home', 'person', 1_000);
    await read('home', 'loop', 30_000_000);
    await read('home', 'loop', 30_000_000);
    begun.length = 0;
    void read('home', 'loop', 1);
    void read('elsewhere', 'loop', 1);
    await read('home', 'person', 1);
    await read('home', 'other', 1);
    expect(begun).toEqual(['person', 'other']);
  });
});
