import type { EntityManager } from 'typeorm';

/** A checkpoint of the present values: the start of a history, or a new start after revisions without rows. */
export async function takeFirstCheckpoint(manager: EntityManager, environmentId: string): Promise<void> {
  await manager.sql`
    insert into flags.checkpoints (environment_id, revision, epoch, taken_at, flags)
    select e.id, e.revision, flags.current_epoch(e.id), clock_timestamp(), coalesce((
      select jsonb_agg(jsonb_build_object('flag_id', f.id, 'flag', jsonb_build_object(
        'flag_id', f.id, 'key', f.key, 'name', f.name, 'type', f.type,
        'is_enabled', v.is_enabled, 'rollout_percentage', v.rollout_percentage,
        'targeting_attribute', v.targeting_attribute, 'targeting_value', v.targeting_value,
        'targeting_return_value', v.targeting_return_value)))
      from flags.flag_values v join flags.flags f on f.id = v.flag_id and f.archived_at is null
      where v.environment_id = e.id and v.served), '[]')
    from flags.environments e where e.id = ${environmentId}
    on conflict do nothing`;
}

/** A checkpoint of the replayed history, with the author of each flag's state. */
export async function takeCheckpoint(manager: EntityManager, environmentId: string): Promise<void> {
  await manager.sql`
    insert into flags.checkpoints (environment_id, revision, epoch, taken_at, flags)
    select e.id, e.revision, flags.current_epoch(e.id), clock_timestamp(),
           coalesce((select jsonb_agg(to_jsonb(f)) from flags.flag_set_at(e.id, e.revision) f), '[]')
    from flags.environments e
    where e.id = ${environmentId} and flags.history_base(e.id, e.revision) is not null
    on conflict do nothing`;
}
