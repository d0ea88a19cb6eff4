import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { checkServerIdentity, type ConnectionOptions } from 'node:tls';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { getProxyForUrl } from 'proxy-from-env';
import type { EdgeChain } from './edge-chain.js';
import { UpstreamError } from './upstream-error.js';

/** Time limit for the start of a response. */
const ANSWER_WITHIN_MS = 10_000;
/** Idle connections are closed after this time, before an upstream or an intermediary closes them. */
const KEPT_ALIVE_MS = 4_000;
const KEPT_AT_MOST = 4;
/** Error codes of a connection that was closed while idle. */
const WAS_CLOSED: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE']);
/** Limit of a response that is read whole: access or a problem. */
const BYTES_AT_MOST = 4_000_000;

export interface UpstreamCall {
  method?: 'GET' | 'OPTIONS' | 'POST';
  headers: OutgoingHttpHeaders;
  signal?: AbortSignal | undefined;
  body?: string;
  /** Whether to reuse a connection. The request is repeated when that turns out to be closed. */
  mayShare?: boolean;
}

/** HTTP to one of several upstream addresses: the last one to respond, and the next when it fails. */
export class UpstreamHttp {
  private current = 0;
  private readonly agents = {
    http: new HttpAgent({ keepAlive: true, timeout: KEPT_ALIVE_MS, maxFreeSockets: KEPT_AT_MOST }),
    https: new HttpsAgent({ keepAlive: true, timeout: KEPT_ALIVE_MS, maxFreeSockets: KEPT_AT_MOST }),
  };

  /** @param ca the CA of the upstream's certificate, unless it is a public one */
  constructor(
    private readonly urls: readonly string[],
    private readonly chain: EdgeChain,
    private readonly ca?: string,
  ) {}

  /** The current address. */
  get url(): string {
    return this.urls[this.current] ?? '';
  }

  /** Switches to the next address, since this one is down. */
  skip(): void {
    this.current = (this.current + 1) % this.urls.length;
  }

  /**
   * The response of the first address that gives one, with its body unread.
   * @throws UpstreamError when none responds, or the status is neither a success nor expected
   */
  async open(path: string, call: UpstreamCall, expected: readonly number[] = [200]): Promise<IncomingMessage> {
    for (let left = this.urls.length - 1; ; left--) {
      const { current } = this;
      try {
        return await this.openAt(this.url, path, call, expected);
      } catch (error) {
        const { fault } = error as UpstreamError;
        // Another address of the same installation would also refuse the key.
        if (fault === 'refused') throw error;
        if (this.current === current) this.skip();
        if (left === 0 || call.signal?.aborted) throw error;
      }
    }
  }

  private async openAt(
    url: string,
    path: string,
    call: UpstreamCall,
    expected: readonly number[],
  ): Promise<IncomingMessage> {
    try {
      const response = await this.send(url + path, call);
      if (this.chain.follows(response.headers.via)) {
        response.destroy();
        throw new UpstreamError('loop', `${url} follows this edge.`);
      }
      if (expected.includes(response.statusCode ?? 0)) return response;
      throw await problemOf(url, response);
    } catch (error) {
      if (error instanceof UpstreamError) throw error;
      throw new UpstreamError('unreachable', `${url} does not answer: ${(error as Error).message || String(error)}`);
    }
  }

  private send(address: string, call: UpstreamCall): Promise<IncomingMessage> {
    const { method = 'GET', headers, signal, body, mayShare = false } = call;
    const isTls = address.startsWith('https:');
    return new Promise((resolve, reject) => {
      const request = (isTls ? httpsRequest : httpRequest)(
        address,
        // A new connection unless requests are frequent: a pooled one may have died with its address.
        {
          method,
          headers,
          signal,
          agent: agentFor(address) ?? (mayShare && this.agents[isTls ? 'https' : 'http']),
          ...(isTls && tlsFor(address, this.ca)),
        },
        (response) => {
          clearTimeout(timer);
          resolve(response);
        },
      );
      const giveUp = () => request.destroy(new Error(`no answer within ${ANSWER_WITHIN_MS / 1_000} s`));
      const timer = setTimeout(giveUp, ANSWER_WITHIN_MS);
      request.on('error', (error: NodeJS.ErrnoException) => {
        clearTimeout(timer);
        if (request.reusedSocket && WAS_CLOSED.has(error.code))
          resolve(this.send(address, { ...call, mayShare: false }));
        else reject(error);
      });
      request.end(body);
    });
  }
}

/** @throws when it is too large, or ends early */
export async function readText(response: IncomingMessage): Promise<string> {
  const timer = setTimeout(() => response.destroy(new Error('the answer came too slowly')), ANSWER_WITHIN_MS);
  try {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > BYTES_AT_MOST) throw new Error('the answer is too large');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString();
  } finally {
    clearTimeout(timer);
  }
}

/** Uses the proxy in HTTPS_PROXY, unless NO_PROXY names the host. */
function agentFor(address: string): HttpsProxyAgent<string> | undefined {
  const proxy = getProxyForUrl(address);
  return proxy === '' ? undefined : new HttpsProxyAgent(proxy);
}

/** Through a proxy, Node does not get the name to verify when the host is an IP address. */
function tlsFor(address: string, ca: string | undefined): ConnectionOptions {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
  return {
    ...(ca !== undefined && { ca }),
    checkServerIdentity: (_, certificate) => checkServerIdentity(host, certificate),
  };
}

const FAULTS: Record<string, 'refused' | 'loop' | 'unsupported'> = {
  sdk_key_invalid: 'refused',
  client_key_not_allowed: 'refused',
  edge_loop: 'loop',
  route_not_found: 'unsupported',
};

/** A proxy or a deployment may also refuse for a moment: only Burgee's own problem document is final. */
async function problemOf(url: string, response: IncomingMessage): Promise<UpstreamError> {
  const { statusCode, headers } = response;
  const text = await readText(response).catch(() => '');
  let problem: { code?: unknown; detail?: unknown } = {};
  try {
    problem = Object(JSON.parse(text)) as typeof problem;
  } catch {
    // Not a problem document of Burgee.
  }
  const retryAfterMs = Number(headers['retry-after']) * 1_000 || 0;
  const fault = FAULTS[String(problem.code)] ?? 'failing';
  return new UpstreamError(
    fault,
    `${url} answered ${statusCode}. ${String(problem.detail ?? '')}`.trim(),
    retryAfterMs,
  );
}
