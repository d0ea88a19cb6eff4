import { Module } from '@nestjs/common';
import { NoticesModule } from '../notices/notices.module.js';
import { AccountExportController } from './account-export.controller.js';
import { MembershipQuery } from './membership.query.js';

@Module({
  imports: [NoticesModule],
  controllers: [AccountExportController],
  providers: [MembershipQuery],
})
export class AccountModule {}
