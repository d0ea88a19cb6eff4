import { isBehind, type Position } from '@burgee/contracts/wire';
import { ACCESS_HOLDS_MILLISECONDS, type Access, type GrantedAccess, type Refusal } from '../authenticate/access.js';
import type { Authenticator } from '../authenticate/authenticator.js';
import type { AnswerTo } from '../authenticate/write-answer.js';
import type { FlagSetReader, ReadFlagSet } from '../flags/flag-set-reader.js';
import { minPositionOf } from '../positions/min-position.js';
import type { Hold } from './hold.js';
import { SharedAccess } from './shared-access.js';

/** One request for decisions. */
export interface DecisionCall extends AnswerTo {
  key: string | undefined;
  hold: Hold;
  /**
   * The position of the event that triggered the request: the client would take an earlier answer for that of the
   * event.
   */
  named?: Position | undefined;
}

interface TakenRequest {
  kind: 'taken';
  body: Buffer;
  access: GrantedAccess;
  read: ReadFlagSet;
}

/** Takes in requests for decisions: authenticates, parses, and loads the flag set for the key after parsing. */
export class DecisionIntake {
  private readonly access: SharedAccess;

  constructor(
    authenticator: Pick<Authenticator, 'authenticate'>,
    private readonly reader: Pick<FlagSetReader, 'read' | 'readFrom' | 'mayBeBehind'>,
  ) {
    this.access = new SharedAccess(authenticator);
  }

  accessOf({ key, request }: DecisionCall): Promise<Access> {
    return this.access.of(key, request.headers.origin);
  }

  /**
   * Authenticates before it buffers the body.
   * @param bodyOf undefined when it is too large
   */
  async take(
    granted: GrantedAccess,
    call: DecisionCall,
    bodyOf: () => Buffer | undefined | Promise<Buffer | undefined>,
  ): Promise<TakenRequest | Refusal | { kind: 'too-large' }> {
    const { request } = call;
    const holdsUntil = performance.now() + ACCESS_HOLDS_MILLISECONDS;
    const min = minPositionOf(request.headers);
    const reading = bodyOf();
    const body = reading instanceof Promise ? await reading : reading;
    if (!body) return { kind: 'too-large' };
    const isLate = performance.now() >= holdsUntil;
    const access = isLate ? await this.accessOf(call) : granted;
    if (access.kind === 'refused') return access;
    const { named, response } = call;
    // Another process or edge may have seen that change before this one.
    const isMissed = named !== undefined && this.reader.mayBeBehind && isBehind(access.version, named);
    const from = isMissed ? [...(min ?? []), named] : min;
    const read = await (from
      ? this.reader.readFrom(from, access, request, response)
      : this.reader.read(access, [request]));
    return read.kind === 'refused' ? read : { kind: 'taken', body, access, read };
  }
}
