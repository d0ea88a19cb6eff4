import type { MembershipExport } from '@burgee/contracts/http';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { environmentRoles } from '../roles/environment-roles.js';

type Row = Omit<MembershipExport, 'created_at'> & { created_at: Date };

@Injectable()
export class MembershipQuery {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The memberships of an account with its preferences there, the oldest first. */
  async list(userId: string): Promise<MembershipExport[]> {
    const rows = await this.database.sql<Row[]>`
      select m.project_id, p.name as project_name, m.role, ${environmentRoles('m')}, m.created_at,
             array(
               select f.id from unnest(own.favorite_ids) with ordinality as n(id, place)
               join flags.flags f on f.id = n.id order by n.place
             ) as favorite_ids, coalesce(own.views, '[]') as views
      from flags.members m
      join flags.projects p on p.id = m.project_id
      left join flags.preferences own on own.project_id = m.project_id and own.user_id = m.user_id
      where m.user_id = ${userId}
      order by m.created_at, m.project_id`;
    return rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }));
  }
}
