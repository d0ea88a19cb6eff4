import { describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import type { ChainBoundsQuery } from '../chain/chain-bounds.query.js';
import { ChainLinksQuery } from '../chain/chain-links.query.js';
import type { CheckpointsQuery } from '../chain/checkpoints.query.js';
import type { PeopleQuery } from '../read/people.query.js';
import { ChainExportService } from './chain-export.service.js';
import { entryLine } from './export-lines.js';

describe('an export that finds nothing', () => {
  it('S80 reads one part at a time, and stops when the client has disconnected', async () => {
    let reads = 0;
    const database = { sql: async () => (reads++, []) } as unknown as DataSource;
    const bounds = { of: async () => ({ begins: { seq: 0, hash: '' }, head: { seq: 100_000, hash: 'h' } }) };
    const people = { byId: async () => new Map() };
    const exports = new ChainExportService(
      bounds as unknown as ChainBoundsQuery,
      new ChainLinksQuery(database),
      people as unknown as PeopleQuery,
      { between: async () => [] } as unknown as CheckpointsQuery,
    );
    const text = exports.ndjson({ chainId: 'c', filter: { action: 'none' }, authorized: async () => undefined });
    await text.next();
    await text.next();
    expect(reads).toBe(1);
    await text.next();
    await text.return();
    expect(reads).toBe(2);
  });
});

describe('an exported entry', () => {
  it.each(['\u2028', '\u2029'])('is one line, also for readers that end lines at %j', (end) => {
    const entry = { comment: `a${end}b`, user_id: 'x' };
    const people = new Map([['x', { name: `A${end}da`, email: null }]]);
    const text = entryLine({ seq: 1, hash: 'h', content: JSON.stringify(entry) }, people as never, undefined);
    expect(text).not.toContain(end);
    expect(JSON.parse(text)).toMatchObject({ entry, people: { x: { name: `A${end}da` } } });
  });
});
