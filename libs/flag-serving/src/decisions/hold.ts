import type { IncomingMessage, ServerResponse } from 'node:http';

/** Takes memory for one caller. @throws overloaded when that is too much, request_too_slow when the caller has left */
export type Hold = (bytes: number) => void;

/** The memory taken for a request is given back when its response is closed. */
export type HoldFor = (request: IncomingMessage, response: ServerResponse) => Hold;
