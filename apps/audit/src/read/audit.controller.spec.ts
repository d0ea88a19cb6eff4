import type { CountedRequest } from '@burgee/service-kit';
import { expect, it } from '@jest/globals';
import { AuditController } from './audit.controller.js';
import type { EntryQuery } from './entry.query.js';
import type { EntrySearchQuery } from './entry-search.query.js';

it('S74 a search is paid for by half of what it has looked at, a page by what it shows, and both by a tenth of what they compare', async () => {
  const page = async () => ({ entries: [], read: 900_000, compared: 500_000 });
  const parts = [{ page } as unknown as EntryQuery, { page } as unknown as EntrySearchQuery] as const;
  const controller = new AuditController(...parts, undefined as never, undefined as never);
  const readBesideFor = async (text: string | undefined) => {
    const request = { url: '/' } as CountedRequest;
    const member = { projectId: 'p', role: 'viewer', neededRole: 'viewer' } as const;
    await controller.ofProject('p', member, { ...(text !== undefined && { text }) }, request as never, {} as never);
    return request.readBeside;
  };
  expect([await readBesideFor('word'), await readBesideFor(' '), await readBesideFor(undefined)]).toEqual([
    500_000, 50_000, 50_000,
  ]);
});
