import type { EnvironmentConnection } from '@burgee/contracts/http';
import { roleAtLeast } from '@burgee/contracts/wire';
import { addressBlock, Dependencies } from '@burgee/process-kit';
import type { Membership } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { StreamCounts } from '../stream-counts/stream-counts.js';
import { LastReads } from './last-reads.js';
import { RefusedOrigins } from './refused-origins.js';

@Injectable()
export class ConnectionsQuery {
  constructor(
    private readonly reads: LastReads,
    private readonly refused: RefusedOrigins,
    private readonly streams: StreamCounts,
    private readonly dependencies: Dependencies,
  ) {}

  /** The connections of these environments of the project. @param ip of the reader */
  of(environmentIds: readonly string[], { role }: Pick<Membership, 'role'>, ip: string): EnvironmentConnection[] {
    const complete = this.dependencies.isUp('nats') && this.streams.complete;
    const mayAllow = roleAtLeast(role, 'admin');
    return environmentIds.map((id) => ({
      environment_id: id,
      last_seen_at: this.reads.of(id),
      streams: this.streams.of(id).reduce((sum, { count }) => sum + (count?.open ?? 0), 0),
      complete,
      ...(mayAllow && { refused_origins: this.refused.of([id, addressBlock(ip)]) }),
    }));
  }
}
