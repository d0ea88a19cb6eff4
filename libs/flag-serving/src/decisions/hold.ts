import type { IncomingMessage, ServerResponse } from 'node:http';

/** Reserves memory for one client. @throws overloaded above the limit, request_too_slow when the client has left */
export type Hold = (bytes: number) => void;

/** Reserves memory for a request. Closing the response frees it. */
export type HoldFor = (request: IncomingMessage, response: ServerResponse) => Hold;
