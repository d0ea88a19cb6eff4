import { Module } from '@nestjs/common';
import { OwnProjectService } from './own-project.service.js';
import { ProjectAdministrationController } from './project-administration.controller.js';
import { ProjectAdministrationQuery } from './project-administration.query.js';
import { InactiveAccounts } from './inactive-accounts.js';

@Module({
  controllers: [ProjectAdministrationController],
  providers: [ProjectAdministrationQuery, OwnProjectService, InactiveAccounts],
})
export class AdministrationModule {}
