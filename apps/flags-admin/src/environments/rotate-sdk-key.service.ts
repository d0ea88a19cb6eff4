import type { RotatedSdkKey } from '@burgee/contracts/http';
import type { CurrentUser, Membership } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { rotateSdkKey } from './rotate-sdk-key.js';
import { SdkKeyVault } from './sdk-key-vault.js';

@Injectable()
export class RotateSdkKeyService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly vault: SdkKeyVault,
  ) {}

  rotate(
    actor: CurrentUser,
    { projectId }: Membership,
    environmentId: string,
    graceSeconds: number,
  ): Promise<RotatedSdkKey> {
    return this.unitOfWork.run(actor, (change) =>
      rotateSdkKey(change, this.vault, projectId, environmentId, graceSeconds),
    );
  }
}
