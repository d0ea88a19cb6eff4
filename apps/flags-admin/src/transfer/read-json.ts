import type { Readable } from 'node:stream';
import { brokenOff, DomainError } from '@burgee/contracts/wire';
import { yieldWhenDue } from '@burgee/process-kit';
import { JSONParser } from '@streamparser/json';
import { DocumentShape } from './document-shape.js';

const malformed = (cause: unknown) =>
  new DomainError('malformed_json', `The document is not valid JSON: ${cause instanceof Error ? cause.message : ''}.`, {
    cause,
  });

/** Small enough to parse quickly. */
const PIECE_BYTES = 4_096;

async function* piecesOf(body: Readable, bytesAtMost: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      bytes += (chunk as Buffer).length;
      if (bytes > bytesAtMost)
        throw new DomainError('body_too_large', 'The body is too large for this route. Send less.');
      for (let from = 0; from < (chunk as Buffer).length; from += PIECE_BYTES)
        yield (chunk as Buffer).subarray(from, from + PIECE_BYTES);
    }
  } catch (error) {
    throw error instanceof DomainError ? error : brokenOff();
  }
}

/**
 * Parses a long body in pieces, yielding to the event loop in between, and refuses shapes that no document has.
 * @returns undefined for an empty body
 * @throws malformed_json, invalid_request, body_too_large, request_too_slow
 */
export async function readJson(body: Readable, bytesAtMost: number): Promise<unknown> {
  const parser = new JSONParser({ paths: ['$'] });
  let value: unknown;
  let failure: Error | undefined;
  parser.onValue = (parsed) => void (value = parsed.value);
  parser.onError = (error) => void (failure ??= error);
  const shape = new DocumentShape();
  const write = (piece: Buffer) => {
    try {
      shape.follow(piece);
      parser.write(piece);
    } catch (error) {
      failure = error as Error;
    }
  };
  const pause = yieldWhenDue();
  let isEmpty = true;
  for await (const piece of piecesOf(body, bytesAtMost)) {
    isEmpty = false;
    // Reads the rest of a refused body too, so that the client gets the response.
    if (!failure) write(piece);
    await pause();
  }
  if (isEmpty) return undefined;
  if (!failure && !parser.isEnded) parser.end();
  if (failure) throw failure instanceof DomainError ? failure : malformed(failure);
  return value;
}
