import { Module } from '@nestjs/common';
import { LimitsModule } from '../limits/limits.module.js';
import { PersistenceModule } from '../persistence/persistence.module.js';
import { MailAdministrationController } from './mail-administration.controller.js';
import { MailController } from './mail.controller.js';
import { MailRequestsService } from './mail-requests.service.js';
import { MailSender } from './mail-sender.js';
import { MailTransport } from './mail-transport.js';

@Module({
  imports: [PersistenceModule, LimitsModule],
  controllers: [MailController, MailAdministrationController],
  providers: [MailRequestsService, MailSender, MailTransport],
  exports: [MailRequestsService],
})
export class MailModule {}
