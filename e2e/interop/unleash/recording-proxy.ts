import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RecordingProxy {
  url: string;
  /** What was asked and answered, in order: `GET /path 200`. */
  seen: string[];
  stop: () => void;
}

/** Passes everything on to `target`, and notes it. */
export async function startRecordingProxy(target: string): Promise<RecordingProxy> {
  const seen: string[] = [];
  const proxy = createServer((request, response) => {
    const { method, url = '', headers } = request;
    const onward = send(target + url, { method, headers }, (answer) => {
      seen.push(`${method} ${url} ${answer.statusCode}`);
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const stop = () => {
    proxy.closeAllConnections();
    proxy.close();
  };
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, seen, stop };
}
