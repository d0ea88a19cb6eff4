import type { PreferencesView, UpdatePreferencesRequest } from '@burgee/contracts/http';
import { notFound } from '@burgee/service-kit/plain';
import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

const NOTHING: PreferencesView = { favorite_ids: [], views: [] };

/** A member's private data. It is not a change of the project, so it has no audit entries. */
@Injectable()
export class PreferencesRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Leaves out favorites that were deleted. */
  async of(projectId: string, userId: string): Promise<PreferencesView> {
    const [row] = await this.database.sql<PreferencesView[]>`
      select array(
               select f.id from unnest(p.favorite_ids) with ordinality as n(id, place)
               join flags.flags f on f.id = n.id order by n.place
             ) as favorite_ids, p.views
      from flags.preferences p
      where p.project_id = ${projectId} and p.user_id = ${userId}`;
    return row ?? NOTHING;
  }

  /** @throws not_found when the member was removed after the guard read the membership */
  async update(
    projectId: string,
    { id: userId }: Pick<CurrentUser, 'id'>,
    { favorite_ids, views }: UpdatePreferencesRequest,
  ): Promise<PreferencesView> {
    const favorites = favorite_ids ?? null;
    const kept = views ? JSON.stringify(views.map(({ name, search }) => ({ name, search }))) : null;
    const written = await this.database.sql<unknown[]>`
      insert into flags.preferences as p (project_id, user_id, favorite_ids, views)
      select m.project_id, m.user_id,
             array(
               select f.id from unnest(${favorites}::uuid[]) with ordinality as n(id, place)
               join flags.flags f on f.id = n.id and f.project_id = m.project_id
               group by f.id order by min(n.place)
             ),
             coalesce(${kept}::jsonb, '[]')
      from flags.members m
      where m.project_id = ${projectId} and m.user_id = ${userId}
      for key share of m
      on conflict (project_id, user_id) do update set
        favorite_ids = case when ${favorites}::uuid[] is null then p.favorite_ids else excluded.favorite_ids end,
        views = case when ${kept}::jsonb is null then p.views else excluded.views end
      returning 1`;
    if (written.length === 0) throw notFound();
    return this.of(projectId, userId);
  }
}
