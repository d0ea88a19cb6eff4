import { aProject, type Project, queryDatabase, sharedCluster } from '@burgee/testing';

export const [FLAGS, ENVIRONMENTS] = [300, 6];

/** A project as large as a team's after some years. */
export async function aTeamsProject(): Promise<Project> {
  const names = Array.from({ length: ENVIRONMENTS }, (_, index) => ({ name: `Environment ${index}` }));
  const project = await aProject(sharedCluster().url, { environments: names });
  await queryDatabase(
    `insert into flags.flags (id, project_id, key, name, type, tags, owner_id, created_by)
     select gen_random_uuid(), $1, 'flag-' || left(md5(n::text), 12), 'Flag about ' || md5(n::text), 'boolean',
            array['team-' || n % 7, 'area-' || n % 11], $2, $2
     from generate_series(1, $3::int) n`,
    [project.id, project.owner.id, FLAGS],
  );
  await queryDatabase(
    `insert into flags.flag_values (id, flag_id, environment_id, is_enabled, rollout_percentage, targeting_attribute,
                                    targeting_value, updated_at)
     select gen_random_uuid(), f.id, e.id, random() < 0.5, (random() * 100)::int, 'country', 'NO',
            now() - random() * interval '90 days'
     from flags.flags f join flags.environments e using (project_id) where f.project_id = $1`,
    [project.id],
  );
  return project;
}
