import { type DynamicModule, Module } from '@nestjs/common';
import { Messenger, NATS_CLIENT_OPTIONS } from './messenger.js';
import { natsOptions } from './nats-options.js';

@Module({})
export class MessagingModule {
  static with(url: string, name: string): DynamicModule {
    return {
      module: MessagingModule,
      providers: [{ provide: NATS_CLIENT_OPTIONS, useValue: natsOptions(url, name) }, Messenger],
      exports: [Messenger],
    };
  }
}
