import { type AuditAction, type KeyKind, LIVE_KEYS_AT_MOST } from '@burgee/contracts/wire';
import type { EntityManager } from 'typeorm';
import type { Change } from '../unit-of-work/change.js';
import { lockEnvironment } from '../unit-of-work/lock-environment.js';
import { insertKey } from './insert-environment.js';
import { keyTable } from './key-tables.js';
import type { SdkKeyVault } from './sdk-key-vault.js';

const ACTIONS = { sdk: 'sdk_key_rotate', client: 'client_key_rotate' } satisfies Record<KeyKind, AuditAction>;

/** The key to rotate, and the grace of the old key in seconds. */
export interface KeyRotation {
  environmentId: string;
  kind: KeyKind;
  graceSeconds: number;
}

export interface RotatedKey {
  key: string;
  /** The end of the last grace in ISO 8601. Null when no old key works. */
  previousKeyExpiresAt: string | null;
}

/**
 * Also shortens an earlier grace, and deletes keys that no longer work: expired keys, and the oldest ones beyond the
 * limit. Refusing instead would leave the owner of a leaked key without a new one.
 * @returns the end of the last grace, or null when no old key works
 */
async function endCurrentKeys(
  manager: EntityManager,
  { environmentId, kind, graceSeconds }: KeyRotation,
): Promise<string | null> {
  const kept = graceSeconds > 0 ? LIVE_KEYS_AT_MOST - 1 : 0;
  const table = keyTable(kind);
  await manager.sql`
    delete from ${table}
    where environment_id = ${environmentId} and id not in (
      select id from ${table}
      where environment_id = ${environmentId} and (expires_at is null or expires_at > now())
      order by created_at desc, id desc limit ${kept})`;
  const [rows] = await manager.sql<[{ expires_at: Date }[], number]>`
    update ${table}
    set expires_at = least(coalesce(expires_at, 'infinity'), now() + make_interval(secs => ${graceSeconds}))
    where environment_id = ${environmentId}
    returning expires_at`;
  return rows.length > 0 ? new Date(Math.max(...rows.map((row) => row.expires_at.getTime()))).toISOString() : null;
}

/**
 * Creates a new key of one kind and leaves the key of the other kind alone. The old key works during the grace, by the
 * clock of the database. Without a grace it is invalid as soon as the change commits.
 */
export async function rotateKey(
  change: Change,
  vault: SdkKeyVault,
  projectId: string,
  rotation: KeyRotation,
): Promise<RotatedKey> {
  const { environmentId, kind } = rotation;
  const environment = await lockEnvironment(change.manager, projectId, environmentId);
  const previousKeyExpiresAt = await endCurrentKeys(change.manager, rotation);
  const key = await insertKey(change.manager, vault, environmentId, kind);
  change.sdkKeyChanged(environmentId);
  change.audit({
    action: ACTIONS[kind],
    project_id: projectId,
    environment_id: environmentId,
    environment_name: environment.name,
    old_values: { previous_key_expires_at: previousKeyExpiresAt },
    new_values: null,
  });
  return { key, previousKeyExpiresAt };
}
