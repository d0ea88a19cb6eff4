import type { EnvironmentStreamsView } from '@burgee/contracts/http';
import { Dependencies } from '@burgee/process-kit';
import { notFound } from '@burgee/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { addUp } from './add-up.js';
import { StreamCounts } from './stream-counts.js';

/** By then every live gateway has reported twice. */
const COMPLETE_AFTER_MILLISECONDS = 2_000;

@Injectable()
export class StreamCountsQuery {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly counts: StreamCounts,
    private readonly dependencies: Dependencies,
  ) {}

  /** @throws not_found, also for an environment of another project */
  async show(projectId: string, environmentId: string): Promise<EnvironmentStreamsView> {
    const [newest] = await this.database.sql<{ epoch: string; revision: number }[]>`
      select flags.current_epoch(e.id) as epoch, e.revision from flags.environments e
      where e.id = ${environmentId} and e.project_id = ${projectId}`;
    if (!newest) throw notFound();
    return addUp(this.counts.of(environmentId), { environmentId, ...newest }, this.isComplete);
  }

  private get isComplete(): boolean {
    const { state, since = '' } = this.dependencies.all().nats ?? {};
    return state === 'up' && Date.now() - Date.parse(since) >= COMPLETE_AFTER_MILLISECONDS && this.counts.complete;
  }
}
