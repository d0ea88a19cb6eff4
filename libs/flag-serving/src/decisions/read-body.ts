import type { IncomingMessage } from 'node:http';
import { brokenOff } from '@burgee/contracts/wire';
import type { Hold } from './hold.js';

/** Memory per request while its body arrives. */
const REQUEST_BYTES = 8 * 1_024;
const FIRST_BYTES = 4 * 1_024;

/** Returns the body without waiting if all of it arrived with the head, as nearly every body does. */
function bodyThere(request: IncomingMessage, atMost: number, hold: Hold): Buffer | undefined {
  const length = Number(request.headers['content-length']);
  if (!(length > 0 && length <= atMost) || request.readableLength < length) return undefined;
  hold(REQUEST_BYTES + length);
  // A copy: the slice would keep the whole chunk in memory.
  return Buffer.from(request.read() as Buffer);
}

/**
 * Reads the body of a request into one buffer, for chunks of any size.
 * @param hold is called before memory is taken
 * @returns undefined when it has more than `atMost` bytes; the rest is read and dropped
 * @throws request_too_slow when the connection ends early, and what `hold` throws
 */
export function readBody(request: IncomingMessage, atMost: number, hold: Hold): Buffer | Promise<Buffer | undefined> {
  return bodyThere(request, atMost, hold) ?? readPieces(request, atMost, hold);
}

function readPieces(request: IncomingMessage, atMost: number, hold: Hold): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    let received: Buffer | undefined = Buffer.alloc(0);
    let size = 0;

    function keep(chunk: Buffer): Buffer | undefined {
      const end = size + chunk.length;
      if (!received || end > atMost) return undefined;
      let room = received;
      if (end > received.length) {
        const length = Math.min(atMost, Math.max(FIRST_BYTES, end, 2 * received.length));
        hold(length - received.length);
        room = Buffer.allocUnsafe(length);
        received.copy(room);
      }
      chunk.copy(room, size);
      size = end;
      return room;
    }

    function giveUp(error: unknown): void {
      received = undefined;
      reject(error as Error);
    }

    try {
      hold(REQUEST_BYTES);
    } catch (error) {
      giveUp(error);
    }
    request.on('data', (chunk: Buffer) => {
      try {
        received = keep(chunk);
        if (!received) resolve(undefined);
      } catch (error) {
        giveUp(error);
      }
    });
    request.once('end', () => resolve(received?.subarray(0, size)));
    request.once('close', () => reject(brokenOff()));
  });
}
