import { Module } from '@nestjs/common';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { ConnectionsModule } from '../connections/connections.module.js';
import { EnvironmentsModule } from '../environments/environments.module.js';
import { HomeController } from './home.controller.js';
import { HomeQuery } from './home.query.js';

@Module({
  imports: [ApprovalsModule, ConnectionsModule, EnvironmentsModule],
  controllers: [HomeController],
  providers: [HomeQuery],
})
export class HomeModule {}
