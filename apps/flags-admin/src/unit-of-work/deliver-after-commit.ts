import { Delivery, topicOf } from '@burgee/outbox';
import { Injectable } from '@nestjs/common';
import { AfterCommit } from './after-commit.js';

/** Audit stores the entries of a project one after the other, so that those of many flags would wait too long for their replies. */
const AT_ONCE = 25;

/** Delivers committed messages right away; what does not arrive, the relay delivers. */
@Injectable()
export class DeliverAfterCommit {
  constructor(afterCommit: AfterCommit, delivery: Delivery) {
    afterCommit.register('notify', (messages) =>
      delivery.deliver(messages.filter((message) => topicOf(message) === 'change')),
    );
    afterCommit.register('audit', async (messages) => {
      const entries = messages.filter((message) => topicOf(message) === 'audit');
      for (let from = 0; from < entries.length; from += AT_ONCE)
        await delivery.deliver(entries.slice(from, from + AT_ONCE));
    });
  }
}
