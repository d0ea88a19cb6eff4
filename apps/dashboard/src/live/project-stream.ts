import type { ProjectChange, ProjectEvents } from '@burgee/contracts/http';
import { type ConnectionState, waitBefore } from './connection-state.js';
import { SILENT_AT_MOST_MILLISECONDS, type StreamMessage } from './stream-messages.js';

/** The part of `EventSource` that a stream needs. */
export interface EventStream {
  readonly readyState: number;
  addEventListener(event: string, listener: (message: { data: string }) => void): void;
  close(): void;
}
const CLOSED = 2;

/** The events of one project. Reconnects by itself until it is closed. */
export class ProjectStream {
  state: ConnectionState = 'connecting';
  private source: EventStream | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private attempt = 0;

  constructor(
    private readonly connect: () => EventStream,
    private readonly tell: (message: StreamMessage) => void,
  ) {
    this.open();
  }

  close(): void {
    clearTimeout(this.retry);
    clearTimeout(this.silence);
    this.source?.close();
    this.source = undefined;
  }

  /** Connects at once instead of after the wait, because a user looks at the page again. */
  hurry(): void {
    if (!this.source) this.open();
  }

  private open(): void {
    this.close();
    const opened = this.connect();
    this.source = opened;
    this.received();
    const on = (event: string, message: (data: string) => StreamMessage) =>
      opened.addEventListener(event, ({ data }) => {
        this.received();
        this.tell(message(data));
      });
    opened.addEventListener('ready', () => {
      this.attempt = 0;
      this.become('live');
    });
    on('ready', (data) => ({ kind: 'ready', ready: JSON.parse(data) as ProjectEvents['ready'] }));
    on('change', (data) => ({ kind: 'change', change: JSON.parse(data) as ProjectChange }));
    on('unknown_change', () => ({ kind: 'unknown_change' }));
    opened.addEventListener('beat', () => this.received());
    opened.addEventListener('error', () => {
      if (opened.readyState === CLOSED) this.tell({ kind: 'refused' });
      this.lost();
    });
  }

  private lost(): void {
    this.close();
    this.become('lost');
    this.retry = setTimeout(() => this.open(), waitBefore(this.attempt++, Math.random()));
  }

  private received(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.lost(), SILENT_AT_MOST_MILLISECONDS);
  }

  private become(state: ConnectionState): void {
    this.state = state;
    this.tell({ kind: 'state', state });
  }
}
