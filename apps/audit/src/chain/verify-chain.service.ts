import type { AuditVerification } from '@burgee/contracts/http';
import { yieldWhenDue } from '@burgee/process-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { checkBeginning } from './beginning.js';
import { type ChainBounds, ChainBoundsQuery } from './chain-bounds.query.js';
import { ChainLinksQuery, type LinkRow } from './chain-links.query.js';
import type { ChainFault } from './chain-fault.js';
import type { Checkpoint } from './checkpoint.js';
import { toBeginningView, toCheckpointView } from './checkpoint-view.js';
import { CheckpointsQuery } from './checkpoints.query.js';
import { describeFault } from './describe-fault.js';
import { CHAIN_START, type ChainPosition } from './hash-link.js';
import type { Evidence } from './evidence.js';
import { seenPositions, verifyCheckpoints } from './verify-checkpoints.js';
import { verifyEnd, verifyLinks } from './verify-chain.js';

/** The limits of one response: about one second of work. */
const LINKS_AT_MOST = 50_000;
const BYTES_AT_MOST = 50_000_000;
/** Verifying a signature takes a fifth of a millisecond, about as long as comparing this many bytes of entries. */
const BYTES_OF_SIGNATURE = 3_000;

export interface VerifiedPart {
  verification: AuditVerification;
  /** The number of the last entry of this part. Undefined for the last part. */
  next: number | undefined;
}

interface Read {
  chainId: string;
  after: number | undefined;
  stored: readonly Checkpoint[];
  bounds: ChainBounds;
}

const NOTHING_VERIFIED = { entries: 0, up_to: CHAIN_START, dropped: 0, beginning: null, checkpoint: null, lost: [] };

const aboutFault = (fault: ChainFault | undefined) => ({
  verified: !fault,
  fault: fault ? { ...fault, detail: describeFault(fault) } : null,
});

@Injectable()
export class VerifyChainService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly bounds: ChainBoundsQuery,
    private readonly links: ChainLinksQuery,
    private readonly checkpoints: CheckpointsQuery,
  ) {}

  /** Verifies one part of the chain, from the start or after an entry that is already verified. */
  async part(chainId: string, after?: number, given: Evidence = {}): Promise<VerifiedPart> {
    for (;;) {
      // Read before the head, so that no checkpoint is newer than the head.
      const stored = await this.checkpoints.between(chainId, after ?? 0);
      const bounds = await this.bounds.of(chainId);
      const part = await this.verify({ chainId, after, stored, bounds }, given);
      if (!part.verification.fault) return part;
      // Retention dropped a month in between, whose entries look removed.
      if ((await this.bounds.of(chainId)).begins.seq === bounds.begins.seq) return part;
    }
  }

  private async verify({ chainId, after, stored, bounds }: Read, given: Evidence): Promise<VerifiedPart> {
    const { begins, head } = bounds;
    const start = (after !== undefined && after > begins.seq && (await this.position(chainId, after))) || begins;
    const headless = start === begins ? checkBeginning({ chain_id: chainId, ...bounds }, given) : undefined;
    if (headless) return { next: undefined, verification: { ...NOTHING_VERIFIED, ...aboutFault(headless) } };
    const upTo = Math.min(head.seq, start.seq + LINKS_AT_MOST);
    // Checkpoints after the end of this part belong to the next part. In the last part they mean that the tail is
    // missing.
    const range = { chain_id: chainId, begins: start, upTo: upTo === head.seq ? Infinity : upTo };
    const held = await verifyCheckpoints({ ...range, stored }, given);
    const known = [...held, ...seenPositions(range, given)];
    let read = held.length * BYTES_OF_SIGNATURE;
    const pause = yieldWhenDue();
    const counted = async function* (parts: AsyncIterable<LinkRow[]>) {
      for await (const part of parts) {
        for (const link of part) {
          read += link.content.length;
          yield [link];
          await pause();
        }
        if (read >= BYTES_AT_MOST) return;
      }
    };
    const links = counted(this.links.between(chainId, start.seq, upTo));
    const part = await verifyLinks(start, known, links, { chain_id: chainId, ...given });
    const isCut = upTo < head.seq || read >= BYTES_AT_MOST;
    const comparison = isCut ? part : verifyEnd(part, head, known);
    const { fault, lost, upTo: last } = comparison;
    const checkpoint = held.findLast(({ seq }) => seq === comparison.checkpoint?.seq);
    return {
      next: isCut && !fault ? last.seq : undefined,
      verification: {
        ...aboutFault(fault),
        entries: comparison.entries,
        up_to: last,
        dropped: begins.seq,
        beginning: bounds.beginning ? toBeginningView(bounds.beginning) : null,
        checkpoint: checkpoint ? toCheckpointView(checkpoint) : null,
        lost,
      },
    };
  }

  private async position(chainId: string, seq: number): Promise<ChainPosition | undefined> {
    const [row] = await this.database.sql<ChainPosition[]>`
      select seq, encode(hash, 'hex') as hash from audit.entries where chain_id = ${chainId} and seq = ${seq}`;
    return row;
  }
}
