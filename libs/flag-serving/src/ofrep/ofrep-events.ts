import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StreamHandler } from '../connection/stream-handler.js';
import type { EventTokens } from './event-tokens.js';
import { REFETCH_EVENTS } from './refetch-events.js';

/** GET /ofrep/v1/events: tells providers when to read again. Only a token opens it. */
export class OfrepEvents {
  constructor(
    private readonly streams: Pick<StreamHandler, 'handleAs'>,
    private readonly tokens: Pick<EventTokens, 'keyHashOf'>,
  ) {}

  handle(request: IncomingMessage, response: ServerResponse, token: string): void {
    this.streams.handleAs(request, response, {
      identify: async () => ({ keyHash: await this.tokens.keyHashOf(token), keyKind: undefined }),
      snapshot: false,
      format: REFETCH_EVENTS,
      isEventSource: true,
    });
  }
}
