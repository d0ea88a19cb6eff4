import type { IncomingMessage } from 'node:http';
import type { KeyKind } from '@burgee/contracts/wire';
import type { EvaluationContext } from '@burgee/evaluation';
import type { DecisionLimit } from '../authenticate/decision-limit.js';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import { COST_OF_WORK, type InTurn } from '../source/tenant-queue.js';
import { WORK_OF_FLAG } from './decision-work.js';
import type { Decision, DecidableFlagSet, FailedDecision } from './decidable-flag-set.js';
import type { DecidableFlagSets } from './decidable-flag-sets.js';
import { readContext } from './read-context.js';
import { Slices } from './slices.js';

/** What takes no longer than this, a tenth of a millisecond, waits for no turn: as much as a hundred flags. */
const WORK_AT_ONCE = 100 * WORK_OF_FLAG;
/** A larger body waits for a turn before it is parsed. */
const BODY_BYTES_AT_ONCE = 4 * 1_024;
/** What tenants pay for the time of decisions of large flag sets: as much as a flag set of this size is loaded in. */
const BYTES_OF_MILLISECOND = 500_000;

/** Where decisions wait. */
interface DecisionTurns {
  /** Large flag sets, paid for in bytes. */
  large: InTurn;
  /** What takes long otherwise, paid for in milliseconds. */
  short: InTurn;
}

/** Decisions of flag sets. What takes longer than most is done in slices, in the turns of its tenant, which pays for the time. */
export class Decisions {
  private readonly slices = new Slices();

  constructor(
    private readonly sets: Pick<DecidableFlagSets, 'of' | 'known'>,
    private readonly turns: DecisionTurns,
    private readonly limit: Pick<DecisionLimit, 'takeRequest' | 'takeBody' | 'takeFlags'>,
  ) {}

  /** To be called before the body of a request is read. @throws too_many_requests */
  admit(request: IncomingMessage, keyKind: KeyKind): Promise<void> {
    return this.limit.takeRequest(keyKind, request);
  }

  /** To be called when the body of a request was read. @throws too_many_requests */
  admitBody(request: IncomingMessage, keyKind: KeyKind, body: Buffer): Promise<void> {
    return this.limit.takeBody(keyKind, request, body.length);
  }

  /** The context in a body. @throws overloaded when this one may not wait */
  async context(
    request: IncomingMessage,
    { set }: RenderedFlagSet,
    body: Buffer,
  ): Promise<ReturnType<typeof readContext>> {
    const read = () => readContext(body);
    return body.length <= BODY_BYTES_AT_ONCE ? read() : this.inShortTurn(request, set.environmentId, read);
  }

  /** @throws overloaded when this one may not wait */
  async one(
    request: IncomingMessage,
    rendered: RenderedFlagSet,
    flagKey: string,
    context: EvaluationContext,
  ): Promise<Decision | FailedDecision> {
    const decidable = await this.decidable(request, rendered);
    const decide = () => decidable.decide(flagKey, context);
    if (decidable.workOf(context, flagKey) <= WORK_AT_ONCE) return decide();
    return this.inShortTurn(request, rendered.set.environmentId, decide);
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
    const decidable = await this.decidable(request, rendered);
    const work = decidable.workOf(context);
    await this.limit.takeFlags(keyKind, request, { bytes, flags: Math.max(decidable.size, work / WORK_OF_FLAG) });
    const { isLarge, set } = rendered;
    const flags = decidable.decideAll(context);
    if (!isLarge && work <= WORK_AT_ONCE) return [...flags];
    const [inTurn, cost] = isLarge ? [this.turns.large, BYTES_OF_MILLISECOND] : [this.turns.short, 1];
    return inTurn(request, set.environmentId, async (spend) => {
      // Whoever has gone costs nothing more.
      const hasGone = () => request.socket.destroyed;
      const all = (await this.slices.take(flags, (took) => spend(cost * took), hasGone)) ?? [];
      if (isLarge) spend(all.reduce((sum, { length }) => sum + length, 0));
      return all;
    });
  }

  private decidable(request: IncomingMessage, rendered: RenderedFlagSet): DecidableFlagSet | Promise<DecidableFlagSet> {
    const known = this.sets.known(rendered);
    if (known) return known;
    const { body, environmentId } = rendered.set;
    const read = () => this.sets.of(rendered);
    if (body.length <= WORK_AT_ONCE) return read();
    if (!rendered.isLarge) return this.inShortTurn(request, environmentId, read);
    return this.turns.large(request, environmentId, async (spend) => {
      // Another one has read it while this one waited.
      if (!this.sets.known(rendered)) spend(COST_OF_WORK * body.length);
      return read();
    });
  }

  private inShortTurn<T>(request: IncomingMessage, environmentId: string, work: () => T): Promise<T> {
    return this.turns.short(request, environmentId, async (spend) => {
      const [done] = (await this.slices.take(once(work), spend)) ?? [];
      return done as T;
    });
  }
}

function* once<T>(work: () => T): Generator<T> {
  yield work();
}
