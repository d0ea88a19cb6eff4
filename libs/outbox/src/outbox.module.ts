import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Acknowledgements } from './acknowledgements.js';
import { Delivery } from './delivery.js';
import { OutboxMetrics } from './outbox-metrics.js';
import { OUTBOX_OPTIONS, type OutboxOptions } from './outbox-options.js';
import { OutboxRepository } from './outbox.repository.js';
import { Relay } from './relay.js';

/**
 * Delivers the messages of one outbox: right after their commit on request (`Delivery`), and through the relay until
 * they are acknowledged.
 */
@Global()
@Module({})
export class OutboxModule {
  static with(options: OutboxOptions): DynamicModule {
    return {
      module: OutboxModule,
      providers: [
        { provide: OUTBOX_OPTIONS, useValue: options },
        Acknowledgements,
        Delivery,
        OutboxMetrics,
        OutboxRepository,
        Relay,
      ],
      exports: [Delivery, OutboxMetrics],
    };
  }
}
