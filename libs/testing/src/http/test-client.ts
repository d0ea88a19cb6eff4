import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as httpRequest,
  type OutgoingHttpHeaders,
} from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { AWAITED_MILLISECONDS } from '../eventually.js';
import { inProfile, introduce } from './edge-profile.js';
import { StreamReader } from './stream-reader.js';

const COMES_BACK_AFTER_MILLISECONDS = 100;

export interface ServiceResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** As it came, compressed or not. */
  bytes: Buffer;
  // What came back is what a test is about; its shape is asserted there.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

export interface Call {
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is. */
  raw?: string | Buffer;
  headers?: OutgoingHttpHeaders;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An address of its own on the loopback, so that what is limited by address is limited for this client alone. */
function randomAddress(): string {
  return `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`;
}

/** An HTTP client with a cookie jar that adds nothing else to a request. */
export class TestClient {
  constructor(
    readonly base: string,
    readonly address = randomAddress(),
    readonly cookies = new Map<string, string>(),
  ) {}

  /** The same person, cookies and all, calling another address. */
  at(base: string): TestClient {
    return new TestClient(base, this.address, this.cookies);
  }

  async call(method: string, path: string, { body, raw, headers = {} }: Call = {}): Promise<ServiceResponse> {
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await this.send(method, path, payload, {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    });
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    this.keepCookies(response);
    const bytes = Buffer.concat(chunks);
    const text = bytes.toString();
    const answer = { status: response.statusCode ?? 0, headers: response.headers, text, bytes, body: parse(text) };
    if (method !== 'GET') await introduce(answer.body);
    return answer;
  }

  get = (path: string, headers?: OutgoingHttpHeaders): Promise<ServiceResponse> => this.call('GET', path, { headers });
  post = (path: string, body?: unknown, headers?: OutgoingHttpHeaders): Promise<ServiceResponse> =>
    this.call('POST', path, { body, headers });
  patch = (path: string, body?: unknown, headers?: OutgoingHttpHeaders): Promise<ServiceResponse> =>
    this.call('PATCH', path, { body, headers });
  delete = (path: string, headers?: OutgoingHttpHeaders): Promise<ServiceResponse> =>
    this.call('DELETE', path, { headers });

  /** Opens an event stream; as every client it comes back when it is refused for the moment. @throws when it gets none */
  async stream(path: string, headers: OutgoingHttpHeaders = {}): Promise<StreamReader> {
    for (const end = Date.now() + AWAITED_MILLISECONDS; ; await delay(COMES_BACK_AFTER_MILLISECONDS)) {
      const response = await this.send('GET', path, undefined, headers);
      if (response.statusCode === 200) return new StreamReader(response);
      response.resume();
      if (response.statusCode !== 503 || Date.now() > end)
        throw new Error(`GET ${path} answered ${response.statusCode}`);
    }
  }

  private async send(
    method: string,
    path: string,
    payload: string | Buffer | undefined,
    given: OutgoingHttpHeaders,
  ): Promise<IncomingMessage> {
    const { base, headers } = await inProfile(this.base, path, given);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const url = new URL(base);
    const request = httpRequest({
      host: url.hostname === 'localhost' ? '127.0.0.1' : url.hostname,
      port: url.port,
      method,
      path,
      localAddress: this.address,
      agent: false,
      headers: {
        host: url.host,
        ...(cookie && { cookie }),
        ...(payload !== undefined && !headers['transfer-encoding'] && { 'content-length': Buffer.byteLength(payload) }),
        ...headers,
      },
    });
    request.end(payload);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return response;
  }

  private keepCookies(response: IncomingMessage): void {
    for (const line of response.headers['set-cookie'] ?? []) {
      const [pair = '', ...attributes] = line.split('; ');
      const [name = '', ...value] = pair.split('=');
      if (attributes.includes('Max-Age=0')) this.cookies.delete(name);
      else this.cookies.set(name, value.join('='));
    }
  }
}
