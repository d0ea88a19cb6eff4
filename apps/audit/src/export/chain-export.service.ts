import type { Role } from '@burgee/contracts/wire';
import { Injectable } from '@nestjs/common';
import { type ChainBounds, ChainBoundsQuery } from '../chain/chain-bounds.query.js';
import { ChainLinksQuery, type LinkFilter, type LinkRow } from '../chain/chain-links.query.js';
import { CheckpointsQuery } from '../chain/checkpoints.query.js';
import { PeopleQuery } from '../read/people.query.js';
import { peopleIn, type PersonRow, type StoredContent, toEntryView } from '../read/to-entry-view.js';
import { CSV_HEADER, csvLine } from './csv-lines.js';
import { beginningLine, chainLine, checkpointLine, endLine, entryLine, peopleOfLink } from './export-lines.js';

export interface ExportRequest {
  chainId: string;
  filter: LinkFilter;
  /** The reader's role at this moment. The operator has none, and sees everything. */
  role?: () => Role;
  /** Called before each part. @throws when the client has lost access */
  authorized: () => Promise<void>;
}

/** Exports whole chains as text in parts. Each part waits until the client has read the one before. */
@Injectable()
export class ChainExportService {
  constructor(
    private readonly bounds: ChainBoundsQuery,
    private readonly links: ChainLinksQuery,
    private readonly people: PeopleQuery,
    private readonly checkpoints: CheckpointsQuery,
  ) {}

  /**
   * NDJSON for `audit:verify`. @throws when a month was dropped during the export, because its entries would look
   * removed
   */
  async *ndjson(request: ExportRequest): AsyncGenerator<string, void> {
    const { chainId, filter, role } = request;
    // Read before the head, so that no checkpoint is newer than the head.
    const checkpoints = await this.checkpoints.between(chainId, 0);
    const bounds = await this.bounds.of(chainId);
    const beginning = bounds.beginning ? beginningLine(bounds.beginning) : '';
    yield chainLine(chainId, bounds, filter, new Date()) + beginning + checkpoints.map(checkpointLine).join('');
    let entries = 0;
    for await (const { links, people } of this.parts(request, bounds, (link) => peopleOfLink(link, role?.()))) {
      entries += links.length;
      yield links.map((link) => entryLine(link, people, role?.())).join('');
    }
    await this.assertNoneDropped(chainId, bounds);
    yield endLine(entries);
  }

  /** @throws as `ndjson` does */
  async *csv(request: ExportRequest): AsyncGenerator<string, void> {
    const { chainId, role } = request;
    const bounds = await this.bounds.of(chainId);
    yield CSV_HEADER;
    const contentOf = ({ content }: LinkRow) => JSON.parse(content) as StoredContent;
    for await (const { links, people } of this.parts(request, bounds, (link) => peopleIn(contentOf(link), role?.())))
      yield links.map((link) => csvLine({ ...toEntryView(contentOf(link), people, role?.()), ...link })).join('');
    await this.assertNoneDropped(chainId, bounds);
  }

  private async assertNoneDropped(chainId: string, { begins }: ChainBounds): Promise<void> {
    if ((await this.bounds.of(chainId)).begins.seq !== begins.seq)
      throw new Error('a month of entries was dropped during the export');
  }

  private async *parts(
    { chainId, filter, authorized }: ExportRequest,
    { begins, head }: { begins: { seq: number }; head: { seq: number } },
    peopleOf: (link: LinkRow) => string[],
  ): AsyncGenerator<{ links: LinkRow[]; people: ReadonlyMap<string, PersonRow> }, void> {
    const all = this.links.between(chainId, begins.seq, head.seq, filter);
    for (;;) {
      await authorized();
      const { value: links } = await all.next();
      if (!links) return;
      yield { links, people: await this.people.byId(links.flatMap(peopleOf)) };
    }
  }
}
