import type { CurrentUser, Membership } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { type KeyRotation, rotateKey, type RotatedKey } from './rotate-key.js';
import { SdkKeyVault } from './sdk-key-vault.js';

@Injectable()
export class RotateKeyService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly vault: SdkKeyVault,
  ) {}

  rotate(actor: CurrentUser, { projectId }: Membership, rotation: KeyRotation): Promise<RotatedKey> {
    return this.unitOfWork.run(actor, (change) => rotateKey(change, this.vault, projectId, rotation));
  }
}
