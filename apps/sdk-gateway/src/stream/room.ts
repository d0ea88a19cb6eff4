import { type ChangeRow, type EnvironmentStreams, servedFlag, type StreamEvents } from '@burgee/contracts';
import type { RenderedFlagSet } from '../flag-sets/rendered-flag-set.js';
import { formatPlace } from './event-id.js';
import { formatEvent } from './format-event.js';
import { StreamConnection } from './stream-connection.js';

/** Where a room gets what it sends. */
export interface RoomSource {
  changesAfter(environmentId: string, revision: number): Promise<ChangeRow[]>;
  /** The present flag set, straight from the authority. */
  snapshot(environmentId: string): Promise<RenderedFlagSet>;
}

interface StreamEvent {
  kind: ChangeRow['kind'];
  revision: number;
  bytes: Buffer;
}

/** The fields in the order in which they are documented; jsonb keeps an order of its own. */
function eventData(row: ChangeRow): StreamEvents[ChangeRow['kind']] {
  const place = { environment_id: row.environment_id, revision: row.revision };
  if (row.kind === 'flag_updated') return { ...servedFlag(row.data), ...place };
  return { flag_id: row.data.flag_id, key: row.data.key, ...place };
}

function toEvents(rows: ChangeRow[], epoch: string): StreamEvent[] {
  return rows.map((row) => ({
    kind: row.kind,
    revision: row.revision,
    bytes: formatEvent(row.kind, formatPlace({ epoch, revision: row.revision }), eventData(row)),
  }));
}

/** Whether the rows begin right after `revision` and leave nothing out. */
export function isGapless(rows: readonly { revision: number }[], revision: number): boolean {
  return rows.every((row, index) => row.revision === revision + 1 + index);
}

/** Whether an event can be made of each row. One that was damaged must not hold up its environment for ever. */
function areWhole(rows: readonly ChangeRow[]): boolean {
  return rows.every(({ data }) => typeof data?.flag_id === 'string' && typeof data.key === 'string');
}

const canFollow = (rows: readonly ChangeRow[], revision: number) => isGapless(rows, revision) && areWhole(rows);

/**
 * All streams of one environment. Only Postgres says what is sent and in which order; a doorbell merely makes the
 * room look. Each event is written out once and its bytes are shared by all connections.
 */
export class Room {
  readonly connections = new Set<StreamConnection>();
  private pulling = false;
  private rungAgain = false;

  constructor(
    readonly environmentId: string,
    public epoch: string,
    public revision: number,
    private readonly source: RoomSource,
    private readonly onError: (error: unknown) => void,
    /** Somebody was sent something. */
    private readonly onSent: () => void = () => undefined,
  ) {}

  /** How many streams there are, and how many of them the newest event has left for. */
  count(): EnvironmentStreams {
    let sent = 0;
    for (const connection of this.connections)
      if (connection.sent >= this.revision && !connection.catchingUp && connection.flushed) sent++;
    const { environmentId, epoch, revision, connections } = this;
    return { environment_id: environmentId, epoch, revision, open: connections.size, sent };
  }

  /** There may be something new. However often it is called meanwhile, one look follows the one under way. */
  wake(): void {
    if (this.pulling) {
      this.rungAgain = true;
      return;
    }
    this.pulling = true;
    this.pull()
      .catch(this.onError)
      .finally(() => {
        this.pulling = false;
        if (this.rungAgain) {
          this.rungAgain = false;
          this.wake();
        }
      });
  }

  /** The environment's history is another one now (a restore): everybody starts anew. */
  async restart(): Promise<void> {
    await this.sendSnapshots();
  }

  /** Brings one connection to where the room is; from then on broadcasts reach it. */
  async catchUp(connection: StreamConnection): Promise<void> {
    connection.catchingUp = true;
    while (connection.writable && connection.sent < this.revision) {
      const rows = await this.source.changesAfter(this.environmentId, connection.sent);
      if (rows.length === 0 || !canFollow(rows, connection.sent)) return this.sendSnapshot(connection);
      for (const event of toEvents(rows, this.epoch)) this.sendNext(connection, event);
    }
    if (connection.writable) connection.catchingUp = false;
    this.onSent();
  }

  async sendSnapshot(connection: StreamConnection): Promise<void> {
    const rendered = await this.source.snapshot(this.environmentId);
    if (connection.writable) connection.sendEvent('snapshot', rendered.snapshot(), rendered.set.revision);
    if (rendered.set.revision > this.revision) this.wake();
    await this.catchUp(connection);
  }

  private async pull(): Promise<void> {
    for (;;) {
      const rows = await this.source.changesAfter(this.environmentId, this.revision);
      if (rows.length === 0) return;
      if (!canFollow(rows, this.revision)) return this.sendSnapshots();
      for (const event of toEvents(rows, this.epoch)) this.broadcast(event);
    }
  }

  private broadcast(event: StreamEvent): void {
    this.revision = event.revision;
    for (const connection of this.connections) {
      if (connection.catchingUp || connection.sent >= event.revision) continue;
      if (connection.writable && connection.sent === event.revision - 1) this.sendNext(connection, event);
      else connection.catchingUp = true;
    }
    this.onSent();
  }

  private sendNext(connection: StreamConnection, { kind, revision, bytes }: StreamEvent): void {
    if (connection.writable && connection.sent === revision - 1) connection.sendEvent(kind, bytes, revision);
  }

  private async sendSnapshots(): Promise<void> {
    const rendered = await this.source.snapshot(this.environmentId);
    // Not before the snapshot is there: a restart that fails is tried again at the next sweep.
    this.epoch = rendered.set.epoch;
    this.revision = rendered.set.revision;
    for (const connection of this.connections) {
      if (connection.writable) connection.sendEvent('snapshot', rendered.snapshot(), rendered.set.revision);
      connection.catchingUp = !connection.writable;
    }
    this.onSent();
  }
}
