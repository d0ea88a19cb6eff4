import type { RotatedSdkKey } from '@burgee/contracts';
import type { CurrentUser, Membership } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Changes } from '../../changes/changes.js';
import { insertKey } from '../create-environment/insert-environment.js';
import { lockEnvironment } from '../lock-environment.js';
import { SdkKeyVault } from '../sdk-key-vault.js';

@Injectable()
export class RotateSdkKeyService {
  constructor(
    private readonly changes: Changes,
    private readonly vault: SdkKeyVault,
  ) {}

  /** The old key lives on for the grace given, by the database's clock; without one it is dead when this returns. */
  rotate(
    actor: CurrentUser,
    { projectId }: Membership,
    environmentId: string,
    graceSeconds: number,
  ): Promise<RotatedSdkKey> {
    return this.changes.run(actor, async (change) => {
      const environment = await lockEnvironment(change.manager, projectId, environmentId);
      const expiresAt = await this.endCurrentKeys(change.manager, environmentId, graceSeconds);
      const key = await insertKey(change.manager, this.vault, environmentId);
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
    });
  }

  /** Also cuts short what is left of an earlier grace. @returns when the last old key dies, null when all are dead */
  private async endCurrentKeys(
    manager: EntityManager,
    environmentId: string,
    graceSeconds: number,
  ): Promise<string | null> {
    const [rows] = await manager.sql<[{ expires_at: Date }[], number]>`
      update flags.sdk_keys
      set expires_at = least(coalesce(expires_at, 'infinity'), now() + make_interval(secs => ${graceSeconds}))
      where environment_id = ${environmentId} and (expires_at is null or expires_at > now())
      returning expires_at`;
    const last = Math.max(...rows.map((row) => row.expires_at.getTime()));
    return graceSeconds > 0 ? new Date(last).toISOString() : null;
  }
}
