import {
  AS_OF_HEADER,
  type EdgeAccess,
  EDGE_ACCESS_PATH,
  EDGE_APPLIED_PATH,
  type EdgeApplied,
  isUuid,
  SDK_KEY_HEADER,
  USAGE_PATH,
  type UsageWindow,
} from '@burgee/contracts/wire';
import type { IncomingMessage } from 'node:http';
import type { EdgeChain } from './edge-chain.js';
import { UpstreamError } from './upstream-error.js';
import { readText, type UpstreamHttp } from './upstream-http.js';

/** The access list of an environment, as the upstream sent it. */
export interface UpstreamAccess {
  access: EdgeAccess;
  /** Set when the upstream itself is stale. */
  ageSeconds: number | undefined;
  /** From an edge: when its own upstream confirmed it, ms since 1970. */
  asOf: number | undefined;
}

/** Bounds the age in a header: a larger one may not be a valid date. */
const AGE_AT_MOST_SECONDS = 10 * 365 * 86_400;

/** `Burgee-Freshness` of an answer. @returns seconds; undefined when it is fresh */
export function ageOf({ headers }: Pick<IncomingMessage, 'headers'>): number | undefined {
  const [, age] = /age=(\d+)/.exec(String(headers['burgee-freshness'] ?? '')) ?? [];
  return age === undefined ? undefined : Math.min(Number(age), AGE_AT_MOST_SECONDS);
}

const isAccess = (value: unknown): value is EdgeAccess => {
  const { environment_id, origins, keys } = Object(value) as Partial<EdgeAccess>;
  return isUuid(environment_id) && Array.isArray(origins) && Array.isArray(keys);
};

/** The public addresses of the Burgee that an edge follows. */
export class Upstream {
  constructor(
    private readonly http: UpstreamHttp,
    private readonly chain: EdgeChain,
  ) {}

  get url(): string {
    return this.http.url;
  }

  /** Switches to the next address, since the current one is down. */
  skip(): void {
    this.http.skip();
  }

  /** @param via the chain of edges of the request @throws UpstreamError */
  async access(key: string, via?: string): Promise<UpstreamAccess> {
    const response = await this.http.open(EDGE_ACCESS_PATH, { headers: this.headers(key, via), mayShare: true });
    const access = await this.read(response);
    if (!isAccess(access)) throw new UpstreamError('unsupported', `${this.url} does not answer as Burgee does.`);
    const asOf = Date.parse(String(response.headers[AS_OF_HEADER]));
    return { access, ageSeconds: ageOf(response), asOf: Number.isNaN(asOf) ? undefined : asOf };
  }

  /** The stream, unread. @throws UpstreamError */
  stream(key: string, lastEventId: string | undefined, signal: AbortSignal): Promise<IncomingMessage> {
    const asked = `?access=1&edge=${this.chain.id}`;
    const query = lastEventId === undefined ? `${asked}&snapshot=true` : asked;
    const headers = { ...this.headers(key), ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) };
    return this.http.open(`/api/v1/stream${query}`, { headers, signal });
  }

  /** Whether any environment has registered this origin. @throws UpstreamError */
  async isRegistered(origin: string): Promise<boolean> {
    const headers = { origin, 'access-control-request-method': 'GET', via: this.chain.ofQuestion() };
    const response = await this.http.open('/api/v1/flags', { method: 'OPTIONS', headers, mayShare: true }, [204, 403]);
    response.resume();
    return response.statusCode === 204;
  }

  /** Sends a request that needs no key: checks that it responds, and is not this edge. @throws UpstreamError */
  async handshake(): Promise<void> {
    const headers = { via: this.chain.ofQuestion() };
    const response = await this.http.open('/api/v1/flags', { method: 'OPTIONS', headers }, [204]);
    response.resume();
  }

  /** Reports evaluations at this edge. @throws UpstreamError */
  report(key: string, window: UsageWindow): Promise<void> {
    return this.post(USAGE_PATH, key, window);
  }

  /** Reports how many clients of this edge have a change. @throws UpstreamError */
  reportApplied(key: string, applied: EdgeApplied): Promise<void> {
    return this.post(EDGE_APPLIED_PATH, key, applied);
  }

  private async post(path: string, key: string, value: object): Promise<void> {
    const body = JSON.stringify(value);
    const headers = {
      ...this.headers(key),
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    };
    const response = await this.http.open(path, { method: 'POST', headers, body, mayShare: true }, [202]);
    response.resume();
  }

  private headers(key: string, via?: string): Record<string, string> {
    return { [SDK_KEY_HEADER]: key, via: this.chain.ofQuestion(via) };
  }

  private async read(response: IncomingMessage): Promise<unknown> {
    try {
      return JSON.parse(await readText(response));
    } catch (error) {
      throw new UpstreamError('failing', `${this.url} gave an answer that cannot be read: ${(error as Error).message}`);
    }
  }
}
