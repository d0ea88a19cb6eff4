import { type DynamicModule, Module } from '@nestjs/common';
import { Messenger, NATS_CLIENT_OPTIONS } from './messenger.js';
import { type NatsConfig, natsOptions } from './nats-options.js';

@Module({})
export class MessagingModule {
  static with(config: NatsConfig, name: string): DynamicModule {
    return {
      module: MessagingModule,
      providers: [{ provide: NATS_CLIENT_OPTIONS, useValue: natsOptions(config, name) }, Messenger],
      exports: [Messenger],
    };
  }
}
