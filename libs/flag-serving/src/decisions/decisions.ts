import type { IncomingMessage } from 'node:http';
import type { KeyKind } from '@burgee/contracts/wire';
import type { EvaluationContext } from '@burgee/evaluation';
import type { DecisionLimit } from '../authenticate/decision-limit.js';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import { WORK_OF_FLAG } from './decision-work.js';
import type { Decision, FailedDecision } from './decidable-flag-set.js';
import type { DecidableFlagSets } from './decidable-flag-sets.js';
import { type DecisionTurns, WORK_AT_ONCE, WorkTurns } from './work-turns.js';

/** A larger body waits for a turn before it is parsed. */
const BODY_BYTES_AT_ONCE = 4 * 1_024;

/** Decisions of flag sets. What takes longer than most is done in slices, in the turns of its tenant, which pays for the time. */
export class Decisions {
  private readonly work: WorkTurns;

  constructor(
    private readonly sets: Pick<DecidableFlagSets, 'make' | 'known' | 'workOf'>,
    turns: DecisionTurns,
    private readonly limit: Pick<DecisionLimit, 'takeRequest' | 'takeBody' | 'takeFlags'>,
  ) {
    this.work = new WorkTurns(turns);
  }

  /** To be called before the body of a request is read. @throws too_many_requests */
  admit(request: IncomingMessage, keyKind: KeyKind): Promise<void> {
    return this.limit.takeRequest(keyKind, request);
  }

  /** To be called when the body of a request was read. @throws too_many_requests */
  admitBody(request: IncomingMessage, keyKind: KeyKind, body: Buffer): Promise<void> {
    return this.limit.takeBody(keyKind, request, body.length);
  }

  /**
   * What is read of a body, such as a context.
   * @throws overloaded when this one may not wait
   */
  async read<T>(request: IncomingMessage, environmentId: string, body: Buffer, read: (body: Buffer) => T): Promise<T> {
    return body.length <= BODY_BYTES_AT_ONCE ? read(body) : this.work.inShort(request, environmentId, () => read(body));
  }

  /** @throws overloaded when this one may not wait */
  async one(
    request: IncomingMessage,
    rendered: RenderedFlagSet,
    flagKey: string,
    context: EvaluationContext,
  ): Promise<Decision | FailedDecision> {
    const decidable = await this.work.derive(this.sets, request, rendered);
    const decide = () => decidable.decide(flagKey, context);
    if (decidable.workOf(context, flagKey) <= WORK_AT_ONCE) return decide();
    return this.work.inShort(request, rendered.set.environmentId, decide);
  }

  /**
   * @param bytes of the body of the request
   * @returns what a list of them in JSON has in it
   * @throws too_many_requests; overloaded when this one may not wait
   */
  async all(
    request: IncomingMessage,
    rendered: RenderedFlagSet,
    context: EvaluationContext,
    { keyKind, bytes }: { keyKind: KeyKind; bytes: number },
  ): Promise<readonly Buffer[]> {
    const decidable = await this.work.derive(this.sets, request, rendered);
    const work = decidable.workOf(context);
    await this.limit.takeFlags(keyKind, request, { bytes, flags: Math.max(decidable.size, work / WORK_OF_FLAG) });
    const flags = decidable.decideAll(context);
    if (!rendered.isLarge && work <= WORK_AT_ONCE) return [...flags];
    return this.work.inSlices(request, rendered, flags);
  }
}
