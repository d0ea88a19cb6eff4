import { HOME_ITEMS_AT_MOST, type HomeSchedule, type HomeView } from '@burgee/contracts/http';
import { roleAtLeast } from '@burgee/contracts/wire';
import type { Membership } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ChangeRequestsQuery } from '../approvals/change-requests.query.js';
import { ConnectionsQuery } from '../connections/connections.query.js';
import { EnvironmentQuery } from '../environments/environment.query.js';
import { listInvitations } from '../invitations/invitation.repository.js';
import { environmentsToChange, homeRequest, waitsFor } from './waits-for.js';

type Row = Omit<HomeSchedule, 'next_at'> & { next_at: Date };

const PAUSED = (): string => `s.status = 'paused'`;
const UPCOMING = (): string => `s.status = 'scheduled' and s.next_at < now() + interval '7 days'`;

@Injectable()
export class HomeQuery {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly environments: EnvironmentQuery,
    private readonly requests: ChangeRequestsQuery,
    private readonly connections: ConnectionsQuery,
  ) {}

  /** @param ip of the reader */
  async read(userId: string, member: Membership, ip: string): Promise<HomeView> {
    const { projectId, role } = member;
    const ids = await this.environments.idsOf(projectId);
    const environmentIds = environmentsToChange(member, ids);
    const { requests } = await this.requests.page(projectId, { limit: HOME_ITEMS_AT_MOST }, { userId, environmentIds });
    return {
      requests: requests.filter((request) => waitsFor(request, userId)).map(homeRequest),
      paused: await this.schedules(projectId, environmentIds, PAUSED),
      upcoming: await this.schedules(projectId, ids, UPCOMING),
      ...(roleAtLeast(role, 'admin') && {
        invitations: (await listInvitations(this.database.manager, projectId)).slice(0, HOME_ITEMS_AT_MOST),
      }),
      connections: this.connections.of(ids, member, ip),
    };
  }

  private async schedules(
    projectId: string,
    environmentIds: readonly string[],
    are: () => string,
  ): Promise<HomeSchedule[]> {
    const rows = await this.database.sql<Row[]>`
      select s.id, s.flag_id, f.key as flag_key, s.environment_id, s.name, s.next_at, s.pause ->> 'reason' as pause_reason
      from flags.schedules s join flags.flags f on f.id = s.flag_id
      where s.project_id = ${projectId} and s.environment_id = any(${environmentIds}::uuid[])
        and s.ended_at is null and ${are}
      order by s.next_at, s.id limit ${HOME_ITEMS_AT_MOST}::int`;
    return rows.map((row) => ({ ...row, next_at: row.next_at.toISOString() }));
  }
}
