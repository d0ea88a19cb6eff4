import { Injectable } from '@nestjs/common';
import { ChainBoundsQuery } from '../chain/chain-bounds.query.js';
import { ChainLinksQuery, type LinkFilter, type LinkRow } from '../chain/chain-links.query.js';
import { CheckpointsQuery } from '../chain/checkpoints.query.js';
import { PeopleQuery } from '../read/people.query.js';
import { peopleIn, type PersonRow, type StoredContent, toEntryView } from '../read/to-entry-view.js';
import { CSV_HEADER, csvLine } from './csv-lines.js';
import { chainLine, checkpointLine, endLine, entryLine, peopleOfLink } from './export-lines.js';
import { ExportTurns } from './export-turns.js';

/** To look at the numbers of a part, or at both ends of the chain, costs as much as to read so many bytes. */
const BYTES_OF_PART = 100_000;

export interface ExportRequest {
  chainId: string;
  filter: LinkFilter;
  /** For whom it takes turns, the widest first. */
  share: readonly string[];
  /** Before each part. @throws when the caller may no longer read */
  permit: () => Promise<void>;
}

/** Whole chains as text, part after part, each of which waits until the one before was taken. */
@Injectable()
export class ChainExportService {
  private readonly turns = new ExportTurns();

  constructor(
    private readonly bounds: ChainBoundsQuery,
    private readonly links: ChainLinksQuery,
    private readonly people: PeopleQuery,
    private readonly checkpoints: CheckpointsQuery,
  ) {}

  /** NDJSON that `audit:verify` can check. @throws when a month was dropped meanwhile, since what is missing would look removed */
  async *ndjson(request: ExportRequest): AsyncGenerator<string, void> {
    const { chainId, filter } = request;
    const { checkpoints, bounds } = await this.begin(request, async () => {
      // Before the head: one that is signed meanwhile is of later entries than it.
      const checkpoints = await this.checkpoints.between(chainId, 0);
      return { checkpoints, bounds: await this.bounds.of(chainId) };
    });
    yield chainLine(chainId, bounds, filter, new Date()) + checkpoints.map(checkpointLine).join('');
    let entries = 0;
    for await (const { links, people } of this.parts(request, bounds, peopleOfLink)) {
      entries += links.length;
      yield links.map((link) => entryLine(link, people)).join('');
    }
    if ((await this.bounds.of(chainId)).begins.seq !== bounds.begins.seq)
      throw new Error('a month was dropped meanwhile');
    yield endLine(entries);
  }

  async *csv(request: ExportRequest): AsyncGenerator<string, void> {
    const bounds = await this.begin(request, () => this.bounds.of(request.chainId));
    yield CSV_HEADER;
    const contentOf = ({ content }: LinkRow) => JSON.parse(content) as StoredContent;
    for await (const { links, people } of this.parts(request, bounds, (link) => peopleIn(contentOf(link))))
      yield links.map((link) => csvLine({ ...toEntryView(contentOf(link), people), ...link })).join('');
  }

  /** What a format begins with is read in turn, and paid for as a part. */
  private begin<T>({ share }: ExportRequest, read: () => Promise<T>): Promise<T> {
    return this.turns.run(share, (spend) => {
      spend(BYTES_OF_PART);
      return read();
    });
  }

  private async *parts(
    { chainId, filter, share, permit }: ExportRequest,
    { begins, head }: { begins: { seq: number }; head: { seq: number } },
    peopleOf: (link: LinkRow) => string[],
  ): AsyncGenerator<{ links: LinkRow[]; people: ReadonlyMap<string, PersonRow> }, void> {
    const all = this.links.between(chainId, begins.seq, head.seq, filter);
    for (;;) {
      await permit();
      const part = await this.turns.run(share, async (spend) => {
        const { value: part } = await all.next();
        if (!part) return undefined;
        const { links, lookedAt } = part;
        spend(links.reduce((sum, { content }) => sum + content.length, BYTES_OF_PART + lookedAt));
        return { links, people: await this.people.byId(links.flatMap(peopleOf)) };
      });
      if (!part) return;
      yield part;
    }
  }
}
