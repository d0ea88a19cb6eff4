import type { ServiceConfig } from '@burgee/process-kit';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Messenger, NATS_CLIENT_OPTIONS } from './messenger.js';
import { type NatsConfig, natsOptions } from './nats-options.js';
import { REPORTING_PROCESS, StatusReporter } from './status-reporter.js';

/** The messages of a service, and the status reports of its process. */
@Global()
@Module({})
export class MessagingModule {
  static with(config: NatsConfig & Pick<ServiceConfig, 'PORT' | 'BURGEE_COMMIT'>, name: string): DynamicModule {
    const { PORT, BURGEE_COMMIT } = config;
    return {
      module: MessagingModule,
      providers: [
        { provide: NATS_CLIENT_OPTIONS, useValue: natsOptions(config, name) },
        { provide: REPORTING_PROCESS, useValue: { service: name, PORT, BURGEE_COMMIT } },
        Messenger,
        StatusReporter,
      ],
      exports: [Messenger, StatusReporter],
    };
  }
}
