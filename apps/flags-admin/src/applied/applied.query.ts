import type { AppliedView } from '@burgee/contracts/http';
import { notFound } from '@burgee/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AppliedWaits } from './applied-waits.js';

/** Longer than the dashboard polls. */
const COUNTED_MILLISECONDS = 35_000;

@Injectable()
export class AppliedQuery {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly waits: AppliedWaits,
  ) {}

  /** @throws not_found, also for an environment of another project */
  async show(projectId: string, environmentId: string): Promise<AppliedView> {
    const [newest] = await this.database.sql<{ epoch: string; revision: number }[]>`
      select flags.current_epoch(e.id) as epoch, e.revision from flags.environments e
      where e.id = ${environmentId} and e.project_id = ${projectId}`;
    if (!newest) throw notFound();
    return this.waits.follow({ environmentId, ...newest }, COUNTED_MILLISECONDS);
  }
}
