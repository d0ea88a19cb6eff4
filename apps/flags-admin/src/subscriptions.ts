import { SUBJECTS } from '@burgee/contracts/messages';
import { Messenger } from '@burgee/messaging';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { AppliedWaits } from './applied/applied-waits.js';
import { LastReads } from './connections/last-reads.js';
import { ProjectStreamRegistry } from './project-events/project-stream-registry.js';
import { StreamCounts } from './stream-counts/stream-counts.js';
import { WantedReports } from './stream-counts/wanted-reports.js';

/** The messages that flags-admin receives. Only what the dashboard shows depends on them. */
@Injectable()
export class Subscriptions implements OnApplicationBootstrap {
  constructor(
    private readonly messenger: Messenger,
    private readonly projectStreams: ProjectStreamRegistry,
    private readonly reads: LastReads,
    private readonly counts: StreamCounts,
    private readonly wanted: WantedReports,
    private readonly waits: AppliedWaits,
  ) {}

  onApplicationBootstrap(): void {
    this.messenger.subscribe(SUBJECTS.projectChanged, (read) => {
      const message = read();
      if (message) this.projectStreams.receive(message);
    });
    this.messenger.subscribe(SUBJECTS.environmentsRead, (read) => this.reads.receive(read()?.reads ?? []));
    this.messenger.subscribe(SUBJECTS.appliedWanted, (read, environmentId) => {
      const message = read();
      if (message) this.waits.wanted(environmentId, message);
    });
    this.messenger.subscribe(SUBJECTS.appliedCounted, (read, environmentId) => {
      const message = read();
      if (message) this.waits.counted(environmentId, message);
    });
    this.messenger.subscribe(SUBJECTS.streamsCounted, (read) => {
      const message = read();
      if (message && !this.counts.receive(message)) this.wanted.ask();
    });
  }
}
