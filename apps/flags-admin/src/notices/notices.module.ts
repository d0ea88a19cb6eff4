import { Module } from '@nestjs/common';
import { ExpiredNotices } from './expired-notices.js';
import { NoticesController } from './notices.controller.js';
import { NoticesQuery } from './notices.query.js';

@Module({
  controllers: [NoticesController],
  providers: [NoticesQuery, ExpiredNotices],
  exports: [NoticesQuery],
})
export class NoticesModule {}
