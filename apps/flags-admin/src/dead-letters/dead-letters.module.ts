import { Module } from '@nestjs/common';
import { DeadLettersController } from './dead-letters.controller.js';
import { DeadLettersQuery } from './dead-letters.query.js';

@Module({
  controllers: [DeadLettersController],
  providers: [DeadLettersQuery],
})
export class DeadLettersModule {}
