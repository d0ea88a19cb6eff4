import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { KeyKind } from '@burgee/contracts/wire';
import type { EvaluationContext } from '@burgee/evaluation';
import type { DecisionLimit } from '../authenticate/decision-limit.js';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import type { ReadTurns } from '../flags/read-turns.js';
import { COST_OF_WORK } from '../source/tenant-queue.js';
import type { Decision, DecidableFlagSet, FailedDecision } from './decidable-flag-set.js';
import type { DecidableFlagSets } from './decidable-flag-sets.js';

/** After so long others get a turn of the event loop. */
const AT_ONCE_MILLISECONDS = 5;
/** What tenants pay for the time of decisions: as much as a flag set of this size is loaded in. */
const BYTES_OF_MILLISECOND = 500_000;

/** Decisions of flag sets, those that take long in the turns of their tenant. */
export class Decisions {
  constructor(
    private readonly sets: Pick<DecidableFlagSets, 'of' | 'known'>,
    private readonly turns: Pick<ReadTurns, 'inTurn'>,
    private readonly limit: Pick<DecisionLimit, 'takeRequest' | 'takeFlags'>,
  ) {}

  /** To be called before the body of a request is read. @throws too_many_requests */
  admit(request: IncomingMessage, keyKind: KeyKind): Promise<void> {
    return this.limit.takeRequest(keyKind, request);
  }

  /** @throws overloaded when this one may not wait */
  async one(
    request: IncomingMessage,
    rendered: RenderedFlagSet,
    flagKey: string,
    context: EvaluationContext,
  ): Promise<Decision | FailedDecision> {
    return (await this.decidable(request, rendered)).decide(flagKey, context);
  }

  /** @returns JSON of each flag, with commas in between. @throws too_many_requests; overloaded when this one may not wait */
  async all(
    request: IncomingMessage,
    rendered: RenderedFlagSet,
    context: EvaluationContext,
    keyKind: KeyKind,
  ): Promise<string> {
    const decidable = await this.decidable(request, rendered);
    await this.limit.takeFlags(keyKind, request, decidable.size);
    const { isLarge, set } = rendered;
    if (!isLarge) return [...decidable.decideAll(context)].join();
    return this.turns.inTurn(request, set.environmentId, async (spend) => {
      const texts: string[] = [];
      let since = performance.now();
      const pay = () => spend(BYTES_OF_MILLISECOND * (performance.now() - since));
      for (const text of decidable.decideAll(context)) {
        texts.push(text);
        if (performance.now() - since < AT_ONCE_MILLISECONDS) continue;
        pay();
        await nextTurn();
        // Whoever has gone costs nothing more.
        if (request.socket.destroyed) return '';
        since = performance.now();
      }
      const all = texts.join();
      pay();
      spend(all.length);
      return all;
    });
  }

  private decidable(request: IncomingMessage, rendered: RenderedFlagSet): DecidableFlagSet | Promise<DecidableFlagSet> {
    const known = this.sets.known(rendered);
    if (known) return known;
    if (!rendered.isLarge) return this.sets.of(rendered);
    return this.turns.inTurn(request, rendered.set.environmentId, async (spend) => {
      // Another one has read it while this one waited.
      if (!this.sets.known(rendered)) spend(COST_OF_WORK * rendered.set.body.length);
      return this.sets.of(rendered);
    });
  }
}
