import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EvaluationContext } from '@burgee/evaluation';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import type { ReadTurns } from '../flags/read-turns.js';
import { COST_OF_WORK } from '../source/tenant-queue.js';
import type { Decision, DecidableFlagSet, FailedDecision } from './decidable-flag-set.js';
import type { DecidableFlagSets } from './decidable-flag-sets.js';

/** To decide all flags of a set takes as long as to send it so many times. */
export const COST_OF_DECISIONS = 2;

/** Decisions of flag sets, those that take long in the turns of their tenant. */
export class Decisions {
  constructor(
    private readonly sets: Pick<DecidableFlagSets, 'of' | 'known'>,
    private readonly turns: Pick<ReadTurns, 'inTurn'>,
  ) {}

  /** @throws overloaded when this one may not wait */
  async one(
    request: IncomingMessage,
    rendered: RenderedFlagSet,
    flagKey: string,
    context: EvaluationContext,
  ): Promise<Decision | FailedDecision> {
    return (await this.decidable(request, rendered)).decide(flagKey, context);
  }

  /** @returns JSON of each flag, with commas in between. @throws overloaded when this one may not wait */
  async all(request: IncomingMessage, rendered: RenderedFlagSet, context: EvaluationContext): Promise<string> {
    const decidable = await this.decidable(request, rendered);
    const { isLarge, set } = rendered;
    if (!isLarge) return [...decidable.decideAll(context)].flat().join();
    return this.turns.inTurn(request, set.environmentId, async (spend) => {
      const parts: string[] = [];
      for (const texts of decidable.decideAll(context)) {
        // Whoever has gone costs nothing more.
        if (request.socket.destroyed) break;
        parts.push(texts.join());
        await nextTurn();
      }
      const text = parts.filter((part) => part !== '').join();
      spend(COST_OF_DECISIONS * set.body.length + text.length);
      return text;
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
