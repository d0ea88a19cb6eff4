import type { EnvironmentStreamsView } from '@burgee/contracts';
import { Dependencies, notFound } from '@burgee/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { StreamCounts } from '../stream-counts.js';
import { addUp } from './add-up.js';

/** By then every gateway that lives has told of itself twice. */
const HEARD_ALL_AFTER_MILLISECONDS = 2_000;

@Injectable()
export class ShowStreamsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly counts: StreamCounts,
    private readonly dependencies: Dependencies,
  ) {}

  /** @throws not_found, also for another project's environment */
  async show(projectId: string, environmentId: string): Promise<EnvironmentStreamsView> {
    const [newest] = await this.database.sql<{ epoch: string; revision: number }[]>`
      select i.epoch, e.revision from flags.environments e cross join flags.installation i
      where e.id = ${environmentId} and e.project_id = ${projectId}`;
    if (!newest) throw notFound();
    return addUp(this.counts.of(environmentId), { environmentId, ...newest }, this.hearsAll);
  }

  private get hearsAll(): boolean {
    const { state, since = '' } = this.dependencies.all().nats ?? {};
    return state === 'up' && Date.now() - Date.parse(since) >= HEARD_ALL_AFTER_MILLISECONDS && this.counts.whole;
  }
}
