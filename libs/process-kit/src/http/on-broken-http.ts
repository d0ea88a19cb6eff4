import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import {
  DomainError,
  PROBLEM_TYPE,
  REQUEST_ID_HEADER,
  SDK_VARY,
  SECURITY_HEADERS,
  toProblem,
} from '@burgee/contracts/wire';

interface ParserError extends NodeJS.ErrnoException {
  /** The input of the parser: a Buffer, contrary to Fastify's types. */
  rawPacket?: unknown;
}

const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT';
const REQUEST_LINE = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100} \S+ HTTP\/1\.[01]\r?\n/;

const tooSlow = (advice: string) =>
  new DomainError('request_too_slow', `The request took too long to arrive. ${advice}`);

function toDomainError({ code, rawPacket }: ParserError): DomainError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new DomainError('headers_too_large', 'The headers are too large. Send smaller ones.');
  if (code === TOO_SLOW) return tooSlow('Send it within 15 seconds.');
  if (code === 'HPE_INVALID_METHOD' && REQUEST_LINE.test((rawPacket as Buffer).toString('latin1')))
    return new DomainError('method_unknown', 'No route accepts this method. See /docs for all routes.');
  return new DomainError('invalid_request', 'This is not a valid HTTP request.');
}

/** Writes a problem document to a connection that has no response object, and closes it. */
export function answerAndClose(socket: Socket, error: DomainError, headers: readonly string[] = []): void {
  const requestId = randomUUID();
  const body = JSON.stringify(toProblem(error, requestId));
  const head = [
    `HTTP/1.1 ${error.kind.status} ${error.kind.title}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    `Vary: ${SDK_VARY}`,
    ...Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}`),
    `${REQUEST_ID_HEADER}: ${requestId}`,
    'Connection: close',
    ...headers,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Refuses a request, unless a response has started: a second one would be read as part of it. */
function refuse(socket: Socket, error: DomainError): void {
  const { _httpMessage: response } = socket as { _httpMessage?: { headersSent: boolean } | null };
  if (!socket.writable || response?.headersSent) socket.destroy();
  else answerAndClose(socket, error);
}

/** Connections whose request may take longer than the server's `requestTimeout`. */
const patient = new WeakSet<Socket>();

/**
 * Lets a request arrive after the server's `requestTimeout`, which Node has for all requests alike: Node reports a slow
 * request once, and that report is ignored.
 * @param milliseconds from now
 */
export function allowTime(request: IncomingMessage, milliseconds: number): void {
  const { socket } = request;
  const timer = setTimeout(() => refuse(socket, tooSlow('Use a faster connection, or send less.')), milliseconds);
  patient.add(socket);
  request.once('close', () => {
    clearTimeout(timer);
    patient.delete(socket);
  });
}

/** Answers input that the HTTP parser refuses. */
export function onBrokenHttp(error: ParserError, socket: Socket): void {
  if (error.code !== TOO_SLOW || !patient.has(socket)) refuse(socket, toDomainError(error));
}
