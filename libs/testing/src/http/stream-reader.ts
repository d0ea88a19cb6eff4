import type { IncomingMessage } from 'node:http';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { AWAITED_MILLISECONDS } from '../eventually.js';

export interface StreamEvent {
  id: string | undefined;
  event: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any;
}

/** A client of the event stream that keeps all it was sent. */
export class StreamReader {
  readonly events: StreamEvent[] = [];
  readonly comments: string[] = [];
  retryMilliseconds: number | undefined;
  ended = false;
  private waiting: (() => void)[] = [];

  constructor(readonly response: IncomingMessage) {
    const parser = createParser({
      onEvent: (message: EventSourceMessage) => {
        this.events.push({ id: message.id, event: message.event ?? 'message', data: JSON.parse(message.data) });
      },
      onComment: (comment) => this.comments.push(comment),
      onRetry: (milliseconds) => (this.retryMilliseconds = milliseconds),
    });
    response.setEncoding('utf8');
    response.on('data', (text: string) => {
      parser.feed(text);
      this.wake();
    });
    response.on('close', () => {
      this.ended = true;
      this.wake();
    });
    response.on('error', () => undefined);
  }

  /** The first event, past or to come, that `matches`. @throws when none comes in time */
  async until(matches: (event: StreamEvent) => boolean, withinMs = AWAITED_MILLISECONDS): Promise<StreamEvent> {
    for (const end = Date.now() + withinMs; ;) {
      const found = this.events.find(matches);
      if (found) return found;
      if (this.ended || Date.now() > end)
        throw new Error(`No such event${this.ended ? ' before the end' : ''}. Sent: ${JSON.stringify(this.events)}`);
      await this.somethingNew(end - Date.now());
    }
  }

  ofRevision(revision: number): Promise<StreamEvent> {
    return this.until(({ event, data }) => event !== 'ready' && data.revision === revision);
  }

  /** Resolves when the server has closed the stream. */
  async untilEnd(withinMs = AWAITED_MILLISECONDS): Promise<void> {
    for (const end = Date.now() + withinMs; !this.ended;) {
      if (Date.now() > end) throw new Error('The stream is still open.');
      await this.somethingNew(end - Date.now());
    }
  }

  close(): void {
    this.response.destroy();
  }

  private somethingNew(withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(withinMs, 1));
      this.waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  private wake(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
