import { Agent, type IncomingMessage, request } from 'node:http';

export interface CallAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

interface CallOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: object;
  withinMs: number;
}

/** Keep-alive connections, as applications have; each caller of a replica has its own. */
const agent = new Agent({ keepAlive: true, maxSockets: 200 });

/** Call it once, after the last answer. */
export function closeConnections(): void {
  agent.destroy();
}

/** @returns undefined when no whole answer came in time */
export function call(
  url: string,
  { method = 'GET', headers, body, withinMs }: CallOptions,
): Promise<CallAnswer | undefined> {
  const payload = body && JSON.stringify(body);
  return new Promise((resolve) => {
    const sent = request(url, {
      method,
      agent,
      signal: AbortSignal.timeout(withinMs),
      headers: {
        ...headers,
        ...(payload && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(payload)) }),
      },
    });
    sent.on('error', () => resolve(undefined));
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => resolve(undefined));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      );
      response.on('close', () => resolve(undefined));
    });
    sent.end(payload);
  });
}
