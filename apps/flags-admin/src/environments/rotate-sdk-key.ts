import type { RotatedSdkKey } from '@burgee/contracts/http';
import { LIVE_SDK_KEYS_AT_MOST } from '@burgee/contracts/wire';
import type { EntityManager } from 'typeorm';
import type { Change } from '../unit-of-work/change.js';
import { lockEnvironment } from '../unit-of-work/lock-environment.js';
import { insertKey } from './insert-environment.js';
import type { SdkKeyVault } from './sdk-key-vault.js';

/**
 * Also shortens an earlier grace, and deletes the keys that no longer work: those that have ended, and the oldest when there
 * would be too many. A refusal instead would leave the owner of a leaked key without a new one.
 * @returns when the last old key stops working, null when none works any more
 */
async function endCurrentKeys(
  manager: EntityManager,
  environmentId: string,
  graceSeconds: number,
): Promise<string | null> {
  const kept = graceSeconds > 0 ? LIVE_SDK_KEYS_AT_MOST - 1 : 0;
  await manager.sql`
    delete from flags.sdk_keys
    where environment_id = ${environmentId} and id not in (
      select id from flags.sdk_keys
      where environment_id = ${environmentId} and (expires_at is null or expires_at > now())
      order by created_at desc, id desc limit ${kept})`;
  const [rows] = await manager.sql<[{ expires_at: Date }[], number]>`
    update flags.sdk_keys
    set expires_at = least(coalesce(expires_at, 'infinity'), now() + make_interval(secs => ${graceSeconds}))
    where environment_id = ${environmentId}
    returning expires_at`;
  return rows.length > 0 ? new Date(Math.max(...rows.map((row) => row.expires_at.getTime()))).toISOString() : null;
}

/**
 * Gives an environment a new SDK key. The old key works during the grace, by the database's clock; without grace it no longer
 * works once the change is committed.
 */
export async function rotateSdkKey(
  change: Change,
  vault: SdkKeyVault,
  projectId: string,
  environmentId: string,
  graceSeconds: number,
): Promise<RotatedSdkKey> {
  const environment = await lockEnvironment(change.manager, projectId, environmentId);
  const expiresAt = await endCurrentKeys(change.manager, environmentId, graceSeconds);
  const key = await insertKey(change.manager, vault, environmentId);
  change.sdkKeyChanged(environmentId);
  change.audit({
    action: 'sdk_key_rotate',
    project_id: projectId,
    environment_id: environmentId,
    environment_name: environment.name,
    old_values: { previous_key_expires_at: expiresAt },
    new_values: null,
  });
  return { sdk_key: key, previous_key_expires_at: expiresAt };
}
