import type { IncomingMessage } from 'node:http';
import { DomainError } from '@burgee/contracts/wire';

const brokenOff = () => new DomainError('request_too_slow', 'The connection ended before the body did.');

/**
 * The body of a request.
 * @returns undefined when it has more than `atMost` bytes; those are read, and not kept
 * @throws request_too_slow when the connection ends before it
 */
export function readBody(request: IncomingMessage, atMost: number): Promise<Buffer | undefined> {
  let chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= atMost) {
        chunks.push(chunk);
        return;
      }
      chunks = [];
      resolve(undefined);
    });
    request.once('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    request.once('close', () => reject(brokenOff()));
  });
}
