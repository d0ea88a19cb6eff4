import { Module } from '@nestjs/common';
import { ActOnChangeRequestService } from './act-on-change-request.service.js';
import { AskInstead } from './ask-instead.js';
import { ChangeRequestsController } from './change-requests.controller.js';
import { ChangeRequestsQuery } from './change-requests.query.js';
import { CreateChangeRequestService } from './create-change-request.service.js';

@Module({
  controllers: [ChangeRequestsController],
  providers: [ChangeRequestsQuery, CreateChangeRequestService, ActOnChangeRequestService, AskInstead],
  exports: [ChangeRequestsQuery],
})
export class ApprovalsModule {}
