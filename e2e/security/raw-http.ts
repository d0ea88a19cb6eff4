import { connect } from 'node:net';
import type { ServiceResponse } from '@burgee/testing';

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Sends bytes as they are and reads until the server closes the connection. For what no HTTP client would write. */
export async function sendBytes(base: string, bytes: string | Buffer): Promise<ServiceResponse> {
  const { port } = new URL(base);
  const socket = connect(Number(port), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => undefined);
  socket.setTimeout(20_000, () => socket.destroy());
  socket.write(bytes);
  await new Promise((resolve) => socket.once('close', resolve));
  const bytesBack = Buffer.concat(chunks);
  const [head = '', ...rest] = bytesBack.toString('latin1').split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const text = rest.join('\r\n\r\n');
  return {
    status: Number(first.split(' ')[1] ?? 0),
    headers,
    bytes: bytesBack.subarray(head.length + 4),
    text,
    body: parse(text),
  };
}
