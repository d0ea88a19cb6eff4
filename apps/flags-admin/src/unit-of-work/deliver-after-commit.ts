import { setImmediate as nextTurn } from 'node:timers/promises';
import { Delivery, topicOf } from '@burgee/outbox';
import { Injectable } from '@nestjs/common';
import { AfterCommit } from './after-commit.js';

/** Of each topic. In between, others have a turn of the event loop: to send one takes 0.1 ms. */
const SENT_AT_ONCE = 25;
/** Entries that are sent from here: the relay delivers the others, some at a time. */
const ENTRIES_AT_MOST = 200;

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
      const entries = messages.filter((message) => topicOf(message) === 'audit').slice(0, ENTRIES_AT_MOST);
      for (let from = 0; from < entries.length; from += SENT_AT_ONCE)
        await delivery.deliver(entries.slice(from, from + SENT_AT_ONCE));
    });
  }
}
