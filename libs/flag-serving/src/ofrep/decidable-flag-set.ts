import { evaluate, type EvaluationContext, type EvaluationDetails, type Flag } from '@burgee/evaluation';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import type { Failure } from './failure.js';

interface OfFlag {
  key: string;
  metadata?: { flagId: string };
}

/** As OFREP says it. No `value`: the caller takes its own default. */
export interface Decision extends OfFlag {
  value?: unknown;
  reason: string;
  variant: string | undefined;
}

export type FailedDecision = OfFlag & Failure;

/** A flag set as decisions need it: read once, with each answer that a flag has given as JSON. */
export class DecidableFlagSet {
  private readonly flags: ReadonlyMap<string, Flag>;
  private readonly texts = new Map<string, Map<string, string>>();

  constructor({ set }: RenderedFlagSet) {
    const flags = JSON.parse(set.body.toString()) as Flag[];
    this.flags = new Map(flags.map((flag) => [flag.key, flag]));
  }

  /** How many flags there are. */
  get size(): number {
    return this.flags.size;
  }

  decide(key: string, context: EvaluationContext): Decision | FailedDecision {
    return this.answer(key, this.evaluate(key, context));
  }

  /** All flags for one context: JSON of each, in the order of the set. Each is decided when it is asked for. */
  *decideAll(context: EvaluationContext): Generator<string> {
    for (const key of this.flags.keys()) yield this.text(key, this.evaluate(key, context));
  }

  /** Of the type that the flag has, with no default: what has no value here is the caller's to say. */
  private evaluate(key: string, context: EvaluationContext): EvaluationDetails<unknown> {
    return evaluate<unknown>(this.flags as Map<string, Flag>, key, undefined, context, this.flags.get(key)?.type);
  }

  /** A flag has few answers, however many contexts there are: what it says follows from reason and variant. */
  private text(key: string, details: EvaluationDetails<unknown>): string {
    const name = `${details.errorCode ?? details.reason} ${details.variant}`;
    let texts = this.texts.get(key);
    if (!texts) this.texts.set(key, (texts = new Map<string, string>()));
    let text = texts.get(name);
    if (text === undefined) texts.set(name, (text = JSON.stringify(this.answer(key, details))));
    return text;
  }

  private answer(key: string, details: EvaluationDetails<unknown>): Decision | FailedDecision {
    const { value, reason, variant, errorCode, errorMessage = '' } = details;
    const flag = this.flags.get(key);
    const metadata = flag && { metadata: { flagId: flag.flag_id } };
    return errorCode === undefined
      ? { key, value, reason, variant, ...metadata }
      : { key, errorCode, errorDetails: errorMessage, ...metadata };
  }
}
