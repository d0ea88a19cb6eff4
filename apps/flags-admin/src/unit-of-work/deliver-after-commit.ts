import { setImmediate as nextTurn } from 'node:timers/promises';
import { Delivery, topicOf } from '@burgee/outbox';
import { Injectable } from '@nestjs/common';
import { AfterCommit } from './after-commit.js';

/** Audit stores the entries of a project one after the other, so that those of many flags would wait too long for their replies. */
const AT_ONCE = 25;
/** Others have a turn of the event loop in between. */
const SENT_AT_ONCE = 200;

/** Delivers committed messages right away; what does not arrive, the relay delivers. */
@Injectable()
export class DeliverAfterCommit {
  constructor(afterCommit: AfterCommit, delivery: Delivery) {
    afterCommit.register('notify', async (messages) => {
      const changes = messages.filter((message) => topicOf(message) === 'change');
      // What one change makes is sent here and now, with nothing in between.
      await delivery.deliver(changes.slice(0, SENT_AT_ONCE));
      for (let from = SENT_AT_ONCE; from < changes.length; from += SENT_AT_ONCE) {
        await nextTurn();
        await delivery.deliver(changes.slice(from, from + SENT_AT_ONCE));
      }
    });
    afterCommit.register('audit', async (messages) => {
      const entries = messages.filter((message) => topicOf(message) === 'audit');
      for (let from = 0; from < entries.length; from += AT_ONCE)
        await delivery.deliver(entries.slice(from, from + AT_ONCE));
    });
  }
}
