import type { IncomingMessage, ServerResponse } from 'node:http';
import { MIN_POSITION_HEADER, requestIdOf, SDK_KEY_HEADER } from '@burgee/contracts/wire';
import type { Logger } from 'pino';
import type { Access, Refusal } from '../authenticate/access.js';
import type { Authenticator } from '../authenticate/authenticator.js';
import { corsHeaders } from '../authenticate/cors.js';
import { logCause } from '../authenticate/log-cause.js';
import { toDomainError } from '../authenticate/to-domain-error.js';
import { writeProblem } from '../authenticate/write-problem.js';
import { minPositionOf } from '../positions/min-position.js';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import type { PendingAnswer } from '../source/pending.js';
import type { ServingMetrics } from '../serving-metrics.js';
import { type FlagSetReader, isRefusal, type ReadFlagSet } from './flag-set-reader.js';
import { type ReadResult, respond, type SharedResponse, shareResponse } from './respond.js';

/** A request, and its time of arrival by `performance.now()`. */
interface ReadRequest {
  request: IncomingMessage;
  response: ServerResponse;
  arrivedAt: number;
}

const secondsSince = (then: number) => (performance.now() - then) / 1_000;

/** Requests with the same key and origin that wait for the same look-up. They share access, flag set and response head. */
interface SharedRead {
  access: PendingAnswer<Access>;
  requests: ReadRequest[];
}

/** A representation of flag sets. */
export interface FlagSetForm {
  /** The key that comes with a request. */
  keyOf(request: IncomingMessage): string | undefined;
  /** Returns the representation to send. @throws overloaded and too_many_requests when it cannot be made */
  of(rendered: RenderedFlagSet): RenderedFlagSet | Promise<RenderedFlagSet>;
}

/** The flag set itself. */
const AS_IT_IS: FlagSetForm = {
  keyOf: ({ headers }) => headers[SDK_KEY_HEADER] as string | undefined,
  of: (rendered) => rendered,
};

type ReadOutcome = { allowOrigin: string | undefined } & ({ shared: SharedResponse } | { error: unknown });

/** GET /api/v1/flags on Node's own request and response. The README.md of this folder explains the optimizations. */
export class FlagsHandler {
  /** The read that the next request may join, by key and origin. */
  private readonly open = new Map<string, SharedRead>();

  constructor(
    private readonly authenticator: Pick<Authenticator, 'authenticate'>,
    private readonly reader: Pick<FlagSetReader, 'read' | 'readFrom' | 'encode' | 'awaitShared'>,
    private readonly metrics: Pick<ServingMetrics, 'read'>,
    private readonly logger: Logger,
    private readonly form = AS_IT_IS,
  ) {}

  handle(request: IncomingMessage, response: ServerResponse): void {
    const one = { request, response, arrivedAt: performance.now() };
    const { origin } = request.headers;
    const key = this.form.keyOf(request);
    if (request.headers[MIN_POSITION_HEADER] !== undefined) {
      void this.answerFrom(one, key);
      return;
    }
    // No header contains a line break, so no key can be mistaken for another key with an origin.
    const name = origin === undefined ? (key ?? '') : `${key ?? ''}\n${origin}`;
    const open = this.open.get(name);
    if (open?.access.join()) {
      open.requests.push(one);
      return;
    }
    const read = { access: this.authenticator.authenticate(key, origin), requests: [one] };
    this.open.set(name, read);
    void this.answer(read, name);
  }

  /** A request with a minimum position shares no work with others. */
  private async answerFrom(one: ReadRequest, key: string | undefined): Promise<void> {
    this.answerOne(await this.outcomeFrom(one, key), one);
  }

  private async outcomeFrom({ request, response }: ReadRequest, key: string | undefined): Promise<ReadOutcome> {
    let allowOrigin: string | undefined;
    try {
      const access = await this.authenticator.authenticate(key, request.headers.origin).result;
      allowOrigin = access.allowOrigin;
      if (access.kind === 'refused') return access;
      const min = minPositionOf(request.headers);
      const read = min ? this.reader.readFrom(min, access, request, response) : this.reader.read(access, [request]);
      return await this.outcomeOfRead(read, allowOrigin, [request]);
    } catch (error) {
      return { error, allowOrigin };
    }
  }

  private async answer(read: SharedRead, name: string): Promise<void> {
    const outcome = await this.outcomeOf(read);
    if (this.open.get(name) === read) this.open.delete(name);
    const { requests, access } = read;
    if ('error' in outcome && isRefusal(outcome.error) && requests.length > 1) {
      // Some of them may have to wait on their own.
      for (const one of requests) void this.answer({ access, requests: [one] }, name);
      return;
    }
    for (const one of requests) this.answerOne(outcome, one);
  }

  private async outcomeOf({ access, requests }: SharedRead): Promise<ReadOutcome> {
    try {
      const granted = await access.result;
      // No request joins once the access is there.
      const { allowOrigin } = granted;
      if (granted.kind === 'refused') return granted;
      const reads = requests.map(({ request }) => request);
      return await this.outcomeOfRead(this.reader.read(granted, reads), allowOrigin, reads);
    } catch (error) {
      return { error, allowOrigin: undefined };
    }
  }

  private answerOne(outcome: ReadOutcome, one: ReadRequest): void {
    const { request, response, arrivedAt } = one;
    const fail = (error: unknown) => this.refuse(error, outcome.allowOrigin, one);
    if ('error' in outcome) {
      fail(outcome.error);
      return;
    }
    const count = (result: ReadResult) => this.metrics.read(result, response.statusCode, secondsSince(arrivedAt));
    try {
      const result = respond(outcome.shared, request, response, (rendered, encoding) =>
        this.reader.encode(rendered, encoding, request),
      );
      if (typeof result === 'string') count(result);
      else result.then(count).catch(fail);
    } catch (error) {
      fail(error);
    }
  }

  private refuse(error: unknown, allowOrigin: string | undefined, { request, response, arrivedAt }: ReadRequest): void {
    const refusal = toDomainError(error);
    const requestId = requestIdOf(request);
    logCause(this.logger, refusal, request, requestId);
    if (response.headersSent) return;
    writeProblem(response, refusal, requestId, corsHeaders(allowOrigin));
    this.metrics.read(refusal.code, response.statusCode, secondsSince(arrivedAt));
  }

  private async outcomeOfRead(
    reading: Promise<ReadFlagSet | Refusal>,
    allowOrigin: string | undefined,
    requests: readonly IncomingMessage[],
  ): Promise<ReadOutcome> {
    try {
      const read = await reading;
      if (read.kind === 'refused') return read;
      const made = this.form.of(read.rendered);
      const { environmentId } = read.rendered.set;
      const rendered = made instanceof Promise ? await this.reader.awaitShared(made, environmentId, requests) : made;
      return { shared: shareResponse(rendered, allowOrigin, read.ageSeconds, read.asOf), allowOrigin };
    } catch (error) {
      return { error, allowOrigin };
    }
  }
}
