import { DomainError, type KeyKind, SDK_KEY_HEADER } from '@burgee/contracts/wire';
import type { Authenticator } from '../authenticate/authenticator.js';
import { type AnswerTo, NO_STORE, writeAnswer } from '../authenticate/write-answer.js';
import type { Decisions } from './decisions.js';
import type { HoldFor } from './hold.js';
import { readBody } from './read-body.js';
import { refuseOtherTypes } from './refuse-other-types.js';

interface ReportKind<T> {
  /** The kinds of key that may report; left out: SDK keys only. */
  keys?: readonly KeyKind[];
  bodyBytes: number;
  /** @throws malformed_json, invalid_request */
  read: (body: Buffer) => T;
}

interface Report<T> {
  environmentId: string;
  keyKind: KeyKind;
  report: T;
}

/** Takes in reports: authenticates the sender and parses the body. */
export class ReportIntake {
  constructor(
    private readonly authenticator: Pick<Authenticator, 'authenticate'>,
    private readonly decisions: Pick<Decisions, 'read'>,
    private readonly holdFor: HoldFor,
  ) {}

  /** @throws the error that refuses the request */
  async take<T>(to: AnswerTo, { keys, bodyBytes, read }: ReportKind<T>): Promise<Report<T>> {
    const { request, response } = to;
    const hold = this.holdFor(request, response);
    const { headers } = request;
    const key = headers[SDK_KEY_HEADER] as string | undefined;
    const access = await this.authenticator.authenticate(key, headers.origin, keys).result;
    to.allowOrigin = access.allowOrigin;
    if (access.kind === 'refused') throw access.error;
    refuseOtherTypes(request);
    const body = await readBody(request, bodyBytes, hold);
    if (!body) throw new DomainError('body_too_large', `The body has more than ${bodyBytes} bytes. Split it.`);
    const { keyKind } = access;
    const { environmentId } = access.version;
    const report = await this.decisions.read({ request, response, environmentId, keyKind }, body, read);
    return { environmentId, keyKind, report };
  }
}

/** Acknowledges receipt only; nothing is known of the outcome. */
export const writeTaken = (to: AnswerTo): void =>
  writeAnswer(to, 202, undefined, { ...NO_STORE, 'content-length': '0' });
