import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Flow } from '@burgee/admission';
import type { KeyKind } from '@burgee/contracts/wire';
import type { EvaluationContext } from '@burgee/evaluation';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import { type ServingAdmission, goneOf } from '../source/admission.js';
import type { Decision, FailedDecision } from './decidable-flag-set.js';
import type { DecidableFlagSets } from './decidable-flag-sets.js';

/** Larger bodies are parsed in a seat. */
const BODY_BYTES_AT_ONCE = 4 * 1_024;

/** A request, and the environment that its key opens. */
export interface DecisionCaller {
  request: IncomingMessage;
  response: ServerResponse;
  keyKind: KeyKind;
  environmentId: string;
}

/** Decides flags. Requests share the event loop by service time. All methods throw too_many_requests and overloaded. */
export class Decisions {
  /** @param networksOf the subnets of a client, widest first */
  constructor(
    private readonly sets: Pick<DecidableFlagSets, 'of'>,
    private readonly admission: ServingAdmission,
    private readonly networksOf: (request: IncomingMessage) => readonly string[],
  ) {}

  /** Parses a body, such as a context. @throws what `read` throws */
  async read<T>(caller: DecisionCaller, body: Buffer, read: (body: Buffer) => T): Promise<T> {
    if (body.length <= BODY_BYTES_AT_ONCE) return read(body);
    return this.admission.scheduler.run(await this.flowOf(caller), 'decide', () => read(body), goneOf(caller.response));
  }

  async one(
    caller: DecisionCaller,
    rendered: RenderedFlagSet,
    flagKey: string,
    context: EvaluationContext,
  ): Promise<Decision | FailedDecision> {
    const decidable = await this.sets.of(rendered);
    const flow = await this.flowOf(caller);
    const decide = () => decidable.decide(flagKey, context);
    return this.admission.scheduler.run(flow, 'decide', decide, goneOf(caller.response));
  }

  /** @returns the contents of a JSON list of decisions */
  async all(caller: DecisionCaller, rendered: RenderedFlagSet, context: EvaluationContext): Promise<readonly Buffer[]> {
    const decidable = await this.sets.of(rendered);
    const flow = await this.flowOf(caller);
    const steps = collect(decidable.decideAll(context));
    return this.admission.scheduler.runInSlices(flow, 'decide', steps, goneOf(caller.response));
  }

  /** A client key is public in a page, so clients that use it share the environment's time by network. */
  private async flowOf({ request, keyKind, environmentId }: DecisionCaller): Promise<Flow> {
    const flow = await this.admission.flowOf(environmentId);
    return keyKind === 'sdk' ? flow : [...flow, ...this.networksOf(request)];
  }
}

/** One step per element. */
function* collect<T>(all: Iterable<T>): Generator<undefined, T[]> {
  const collected: T[] = [];
  for (const one of all) {
    collected.push(one);
    yield;
  }
  return collected;
}
