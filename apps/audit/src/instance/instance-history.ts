import { INSTANCE_CHAIN } from '@burgee/contracts/wire';
import type { DatabaseConfig } from '@burgee/process-kit';
import { openDatabase } from '@burgee/service-kit/database';
import type { DataSource } from 'typeorm';
import { ChainBoundsQuery } from '../chain/chain-bounds.query.js';
import { ChainLinksQuery } from '../chain/chain-links.query.js';
import { CheckpointsQuery } from '../chain/checkpoints.query.js';
import type { Evidence } from '../chain/evidence.js';
import { VerifyChainService, type VerifiedPart } from '../chain/verify-chain.service.js';
import { ChainExportService } from '../export/chain-export.service.js';
import { PeopleQuery } from '../read/people.query.js';

/** The entries that belong to no project. No API serves them: reading them takes access to audit's tables. */
export class InstanceHistory {
  constructor(private readonly database: DataSource) {}

  /** @throws when Postgres does not answer */
  static async open(config: DatabaseConfig): Promise<InstanceHistory> {
    return new InstanceHistory(await openDatabase('audit command', config));
  }

  /** Verifies all entries, including their columns, up to the first fault. */
  async verify(heldTo: Evidence = {}): Promise<VerifiedPart['verification']> {
    const chains = new VerifyChainService(this.database, this.bounds, this.links, this.checkpoints);
    let { verification, next } = await chains.part(INSTANCE_CHAIN, undefined, heldTo);
    while (next !== undefined) {
      const before = verification;
      ({ verification, next } = await chains.part(INSTANCE_CHAIN, next, heldTo));
      verification = {
        ...verification,
        entries: before.entries + verification.entries,
        checkpoint: verification.checkpoint ?? before.checkpoint,
        lost: [...before.lost, ...verification.lost],
      };
    }
    return verification;
  }

  /** NDJSON in the format of project exports, so that it can be verified elsewhere. */
  export(): AsyncGenerator<string, void> {
    const exports = new ChainExportService(this.bounds, this.links, new PeopleQuery(this.database), this.checkpoints);
    return exports.ndjson({ chainId: INSTANCE_CHAIN, filter: {}, authorized: async () => undefined });
  }

  close(): Promise<void> {
    return this.database.destroy();
  }

  private get bounds(): ChainBoundsQuery {
    return new ChainBoundsQuery(this.database);
  }

  private get links(): ChainLinksQuery {
    return new ChainLinksQuery(this.database);
  }

  private get checkpoints(): CheckpointsQuery {
    return new CheckpointsQuery(this.database);
  }
}
