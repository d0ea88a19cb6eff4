import { randomUUID } from 'node:crypto';
import { DomainError, type ProjectChange, type ProjectChangedV1, SUBJECTS } from '@burgee/contracts';
import { Messenger } from '@burgee/messaging';
import { LOGGER, unavailable } from '@burgee/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import type { StoredFact } from '../changes/facts.js';
import type { Feed } from './feed.js';
import { FeedQuery } from './feed.query.js';
import { toChanges } from './to-change.js';

const SWEEP_MILLISECONDS = 700;
const BEAT_MILLISECONDS = 10_000;
const FEEDS_A_USER = 100;

/** All pages that follow a project here, and what keeps what they are told true. */
@Injectable()
export class Feeds implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly id = randomUUID();
  private readonly open = new Set<Feed>();
  private readonly timers: NodeJS.Timeout[] = [];
  /** How far each project was at the last sweep, and those told of since. */
  private places = new Map<string, string>();
  private readonly toldOf = new Set<string>();
  private sweeping = false;
  private closed = false;

  constructor(
    private readonly query: FeedQuery,
    private readonly messenger: Messenger,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timers.push(setInterval(() => void this.sweep(), SWEEP_MILLISECONDS).unref());
    this.timers.push(setInterval(() => this.beat(), BEAT_MILLISECONDS).unref());
  }

  beforeApplicationShutdown(): void {
    this.closed = true;
    for (const timer of this.timers) clearInterval(timer);
    for (const feed of this.open) feed.end();
  }

  join(feed: Feed): void {
    if (this.closed) throw unavailable();
    const own = [...this.open].filter(({ userId }) => userId === feed.userId).length;
    if (own >= FEEDS_A_USER)
      throw new DomainError('too_many_requests', 'Too many pages of yours are open. Close some.', {
        retryAfterSeconds: 10,
      });
    this.open.add(feed);
  }

  leave(feed: Feed): void {
    this.open.delete(feed);
  }

  /** What was committed here. The other replicas are told too, best effort: their sweep finds what is lost. */
  tell(facts: readonly StoredFact[]): void {
    for (const change of toChanges(facts)) {
      this.pass(change);
      const stamp = { v: 1 as const, event_id: uuidv7(), occurred_at: change.at, teller: this.id };
      try {
        this.messenger.publish(SUBJECTS.projectChanged, change.project_id, { ...stamp, change });
      } catch (error) {
        this.logger.debug({ err: error }, 'left to the sweeps');
      }
    }
  }

  hear({ teller, change }: ProjectChangedV1): void {
    if (teller !== this.id) this.pass(change);
  }

  private pass(change: ProjectChange): void {
    this.toldOf.add(change.project_id);
    for (const feed of this.of(change.project_id)) feed.send('change', change);
  }

  /** Lets go whose session or membership has ended, and makes up for what nobody told. */
  private async sweep(): Promise<void> {
    if (this.sweeping || this.open.size === 0) return;
    this.sweeping = true;
    const feeds = [...this.open];
    try {
      const { places, admitted } = await this.query.look(feeds);
      for (const feed of feeds) if (!admitted.has(`${feed.sessionId} ${feed.projectId}`)) feed.end();
      this.compare(places);
    } catch (error) {
      this.logger.debug({ err: error }, 'the pages wait for postgres');
    } finally {
      this.sweeping = false;
    }
  }

  private compare(places: Map<string, string>): void {
    for (const [projectId, place] of places) {
      const before = this.places.get(projectId);
      // A change that was told while the look was under way may show in this place or in the next: both are passed over.
      if (before !== undefined && before !== place && !this.toldOf.has(projectId))
        for (const feed of this.of(projectId)) feed.send('unknown_change', { project_id: projectId });
    }
    this.places = places;
    this.toldOf.clear();
  }

  private beat(): void {
    for (const feed of this.open) feed.send('beat', { at: new Date().toISOString() });
  }

  private of(projectId: string): Feed[] {
    return [...this.open].filter((feed) => feed.projectId === projectId);
  }
}
