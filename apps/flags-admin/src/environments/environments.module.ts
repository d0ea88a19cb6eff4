import { Module } from '@nestjs/common';
import { CreateEnvironmentService } from './create-environment.service.js';
import { DeleteEnvironmentService } from './delete-environment.service.js';
import { EnvironmentQuery } from './environment.query.js';
import { EnvironmentsController } from './environments.controller.js';
import { ExpiredKeys } from './expired-keys.js';
import { MissingClientKeys } from './missing-client-keys.js';
import { RotateKeyService } from './rotate-key.service.js';
import { SdkKeyVault } from './sdk-key-vault.js';
import { UpdateEnvironmentService } from './update-environment.service.js';

@Module({
  controllers: [EnvironmentsController],
  providers: [
    CreateEnvironmentService,
    UpdateEnvironmentService,
    DeleteEnvironmentService,
    EnvironmentQuery,
    RotateKeyService,
    ExpiredKeys,
    MissingClientKeys,
    SdkKeyVault,
  ],
  exports: [EnvironmentQuery, SdkKeyVault],
})
export class EnvironmentsModule {}
