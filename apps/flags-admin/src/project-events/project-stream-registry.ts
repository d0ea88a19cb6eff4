import { randomUUID } from 'node:crypto';
import { type ProjectChangedV1, SUBJECTS } from '@burgee/contracts/messages';
import { DomainError, unavailable } from '@burgee/contracts/wire';
import { Messenger } from '@burgee/messaging';
import type { OutboxMessage } from '@burgee/outbox';
import { type DrainLimits, endStreams, every, type Repetition, yieldWhenDue } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit/plain';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { CONFIG } from '../config.js';
import { AfterCommit } from '../unit-of-work/after-commit.js';
import { PageSends, toProjectChanges } from './page-sends.js';
import { formatProjectEvent, type ProjectEventStream } from './project-event-stream.js';
import { ProjectStreamQuery } from './project-stream.query.js';

const RECONCILE_MILLISECONDS = 700;
/** A stream is disconnected when its access could not be checked for this long, because it may have been revoked. */
const UNCHECKED_AT_MOST_MILLISECONDS = 10_000;
/** The number of streams per query, which keeps queries short. */
const CHECKED_AT_ONCE = 200;
const HEARTBEAT_MILLISECONDS = 10_000;
const MAX_STREAMS_PER_USER = 100;
/** Per address block, which a whole office may share: a quarter of all. */
const MAX_STREAMS_PER_ADDRESS = 500;
/** Per replica. Each stream uses about 20 kB and a socket. */
export const MAX_PROJECT_STREAMS = 2_000;
const RETRY_AFTER_SECONDS = 10;
/**
 * The changes of one commit that are announced. After more, such as an import, pages and other replicas receive only
 * the first and reload.
 */
const ANNOUNCED_AT_MOST = 500;

const refusal = (code: 'too_many_requests' | 'streams_busy', detail: string): DomainError =>
  new DomainError(code, detail, { retryAfterSeconds: RETRY_AFTER_SECONDS });

/**
 * The project event streams open at this replica. It sends them changes, and compares what it has sent with Postgres.
 */
@Injectable()
export class ProjectStreamRegistry implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly id = randomUUID();
  private readonly open = new Set<ProjectEventStream>();
  private repetitions: Repetition[] = [];
  /** The revisions of each project at the last comparison, and the projects announced since. */
  private readonly revisions = new Map<string, string>();
  private readonly announced = new Set<string>();
  private readonly sends = new PageSends((projectId) => this.ofProject(projectId));
  /** The error of the last failed check. */
  private failure: unknown;
  private closed = false;

  constructor(
    afterCommit: AfterCommit,
    private readonly query: ProjectStreamQuery,
    private readonly messenger: Messenger,
    @Inject(CONFIG) private readonly limits: DrainLimits,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    afterCommit.register('announce', (messages) => this.announce(messages));
  }

  onApplicationBootstrap(): void {
    this.messenger.subscribe(SUBJECTS.projectChanged, (read) => this.receive(read()));
    this.repetitions = [
      every(RECONCILE_MILLISECONDS, () => this.reconcile()),
      every(RECONCILE_MILLISECONDS, () => this.endUnchecked()),
      every(HEARTBEAT_MILLISECONDS, () => this.sendHeartbeats()),
    ];
  }

  /** Open streams still receive changes until the process exits. */
  async beforeApplicationShutdown(): Promise<void> {
    this.closed = true;
    await endStreams(this.open, this.limits);
    for (const repetition of this.repetitions) repetition.stop();
  }

  /** @throws unavailable while the process stops, too_many_requests, streams_busy */
  add(stream: ProjectEventStream): void {
    if (this.closed) throw unavailable();
    if (this.countOf('userId', stream) >= MAX_STREAMS_PER_USER)
      throw refusal('too_many_requests', 'You have too many dashboard pages open. Close some.');
    if (this.countOf('address', stream) >= MAX_STREAMS_PER_ADDRESS)
      throw refusal(
        'too_many_requests',
        'Your address has too many dashboard pages open. Close some. If a proxy is in front, the operator must list it in TRUSTED_PROXIES.',
      );
    if (this.open.size >= MAX_PROJECT_STREAMS)
      throw refusal('streams_busy', 'Too many dashboard pages are open. Try again soon.');
    this.open.add(stream);
  }

  remove(stream: ProjectEventStream): void {
    this.open.delete(stream);
  }

  /**
   * Sends the changes of a commit to open pages and to other replicas. They reconcile when a message is lost.
   */
  async announce(messages: readonly OutboxMessage[]): Promise<void> {
    const pause = yieldWhenDue();
    const changes = toProjectChanges(messages);
    const ofMany = changes.length > ANNOUNCED_AT_MOST && { of_many: true };
    for (const change of ofMany ? changes.slice(0, 1) : changes) {
      const announcement = { change, ...ofMany };
      this.send(announcement);
      const envelope = { v: 1 as const, event_id: uuidv7(), occurred_at: change.at, sender: this.id };
      try {
        this.messenger.publish(SUBJECTS.projectChanged, change.project_id, { ...envelope, ...announcement });
      } catch (error) {
        this.logger.debug({ err: error }, 'publishing a project event failed, other replicas reconcile');
      }
      await pause();
    }
  }

  receive(message: ProjectChangedV1 | undefined): void {
    if (message && message.sender !== this.id) this.send(message);
  }

  private send({ change, of_many: ofMany }: Pick<ProjectChangedV1, 'change' | 'of_many'>): void {
    const { project_id } = change;
    this.announced.add(project_id);
    const event = ofMany ? formatProjectEvent('unknown_change', { project_id }) : formatProjectEvent('change', change);
    this.sends.send(project_id, event);
  }

  /** Disconnects users whose session or membership has ended, and announces changes that no message announced. */
  private async reconcile(): Promise<void> {
    const streams = [...this.open];
    for (let from = 0; from < streams.length; from += CHECKED_AT_ONCE)
      await this.check(streams.slice(from, from + CHECKED_AT_ONCE));
    const followed = new Set(streams.map(({ projectId }) => projectId));
    for (const projects of [this.revisions, this.announced])
      for (const projectId of projects.keys()) if (!followed.has(projectId)) projects.delete(projectId);
  }

  private async check(streams: readonly ProjectEventStream[]): Promise<void> {
    const askedAt = performance.now();
    try {
      const { revisions, permitted } = await this.query.check(streams);
      for (const stream of streams)
        if (permitted.has(`${stream.sessionId} ${stream.projectId}`)) stream.permittedAt = askedAt;
        else stream.end();
      this.announceUnknown(revisions);
    } catch (error) {
      this.failure = error;
      this.logger.debug({ err: error }, 'reconciling project streams with postgres failed');
    }
  }

  /** Separate from `reconcile`, which may hang. */
  private endUnchecked(): void {
    const since = performance.now() - UNCHECKED_AT_MOST_MILLISECONDS;
    const unchecked = [...this.open].filter((stream) => stream.permittedAt < since && !stream.ended);
    if (unchecked.length === 0) return;
    for (const stream of unchecked) stream.end();
    this.logger.warn(
      { err: this.failure, streams: unchecked.length },
      'project streams ended, their access is unchecked',
    );
  }

  private announceUnknown(revisions: Map<string, string>): void {
    for (const [projectId, current] of revisions) {
      const before = this.revisions.get(projectId);
      // The query may or may not have seen a change that was announced while it ran. In both cases it is not announced
      // again.
      if (before !== undefined && before !== current && !this.announced.has(projectId))
        for (const stream of this.ofProject(projectId)) stream.send('unknown_change', { project_id: projectId });
      this.revisions.set(projectId, current);
      this.announced.delete(projectId);
    }
  }

  private sendHeartbeats(): void {
    for (const stream of this.open) stream.send('beat', { at: new Date().toISOString() });
  }

  private countOf(property: 'userId' | 'address', like: ProjectEventStream): number {
    let count = 0;
    for (const stream of this.open) if (stream[property] === like[property]) count++;
    return count;
  }

  private ofProject(projectId: string): ProjectEventStream[] {
    return [...this.open].filter((stream) => stream.projectId === projectId);
  }
}
