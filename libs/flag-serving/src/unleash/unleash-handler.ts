import type { IncomingMessage, ServerResponse } from 'node:http';
import { credentialsIn, DomainError, requestIdOf } from '@burgee/contracts/wire';
import type { Authenticator } from '../authenticate/authenticator.js';
import { corsHeaders } from '../authenticate/cors.js';
import { writeProblem } from '../authenticate/write-problem.js';
import type { StreamFormat } from '../channel/stream-events.js';
import type { StreamHandler } from '../connection/stream-handler.js';
import type { FlagsHandler } from '../flags/flags-handler.js';
import type { ReportsHandler } from './reports-handler.js';
import type { TogglesHandler } from './toggles-handler.js';
import type { UnleashAddress } from './unleash-address.js';

interface UnleashParts {
  authenticator: Pick<Authenticator, 'refuse' | 'hashOfSdkKey'>;
  features: Pick<FlagsHandler, 'handle'>;
  toggles: Pick<TogglesHandler, 'handle'>;
  reports: Pick<ReportsHandler, 'handle'>;
  streams: Pick<StreamHandler, 'handleAs'>;
  format: StreamFormat;
}

const severalKeys = () => new DomainError('invalid_request', 'The headers contain different keys. Send one.');

/** Unleash's client API, on Node's own request and response. */
export class UnleashHandler {
  constructor(private readonly parts: UnleashParts) {}

  handle(request: IncomingMessage, response: ServerResponse, address: UnleashAddress): void {
    const { features, toggles, reports } = this.parts;
    const [key, ...others] = credentialsIn(request.headers, request.url);
    if (others.length > 0) void this.refuseSeveral(request, response);
    else if (address.kind === 'features') features.handle(request, response);
    else if (address.kind === 'stream') this.follow(request, response, key);
    else if (address.kind === 'toggles') toggles.handle(request, response, key, address.query);
    else reports.handle(request, response, key, address);
  }

  /** A client that names the last event it received continues from there; others first get the full state. */
  private follow(request: IncomingMessage, response: ServerResponse, key: string | undefined): void {
    const { streams, authenticator, format } = this.parts;
    streams.handleAs(request, response, {
      identify: () => ({ keyHash: authenticator.hashOfSdkKey(key), keyKind: 'sdk' }),
      snapshot: !request.headers['last-event-id'],
      format,
      isEventSource: false,
    });
  }

  private async refuseSeveral(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { error, allowOrigin } = await this.parts.authenticator.refuse(severalKeys(), request.headers.origin);
    writeProblem(response, error, requestIdOf(request), corsHeaders(allowOrigin));
  }
}
