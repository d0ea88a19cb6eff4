import { SUBJECTS } from '@burgee/contracts';
import { Messenger } from '@burgee/messaging';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { StreamCounts } from '../streams/stream-counts.js';
import { Feeds } from './feeds.js';
import { LastReads } from './last-reads.js';

/** What is heard of other processes. Only what the dashboard shows hangs on it. */
@Injectable()
export class Subscriptions implements OnApplicationBootstrap {
  constructor(
    private readonly messenger: Messenger,
    private readonly feeds: Feeds,
    private readonly reads: LastReads,
    private readonly counts: StreamCounts,
  ) {}

  onApplicationBootstrap(): void {
    this.messenger.subscribe(SUBJECTS.projectChanged, (read) => {
      const message = read();
      if (message) this.feeds.hear(message);
    });
    this.messenger.subscribe(SUBJECTS.environmentsRead, (read) => this.reads.hear(read()?.reads ?? []));
    this.messenger.subscribe(SUBJECTS.streamsCounted, (read) => {
      const message = read();
      if (message) this.counts.hear(message);
    });
  }
}
