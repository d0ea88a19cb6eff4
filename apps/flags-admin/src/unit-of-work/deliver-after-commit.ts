import { Delivery, topicOf } from '@burgee/outbox';
import { Injectable } from '@nestjs/common';
import { AfterCommit } from './after-commit.js';

/** Delivers committed messages right away; what does not arrive, the relay delivers. */
@Injectable()
export class DeliverAfterCommit {
  constructor(afterCommit: AfterCommit, delivery: Delivery) {
    afterCommit.register('notify', (messages) =>
      delivery.deliver(messages.filter((message) => topicOf(message) === 'change')),
    );
    afterCommit.register('audit', (messages) =>
      delivery.deliver(messages.filter((message) => topicOf(message) === 'audit')),
    );
  }
}
