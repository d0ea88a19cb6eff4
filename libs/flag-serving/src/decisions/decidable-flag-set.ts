import { evaluate, type EvaluationContext, type EvaluationDetails, type Flag } from '@burgee/evaluation';
import { readFlags } from '../flag-set/read-flags.js';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import type { Failure } from './failure.js';

interface FlagMetadata {
  key: string;
  metadata?: { flagId: string };
}

/** A decision in OFREP's terms. Without `value` the client takes its own default. */
export interface Decision extends FlagMetadata {
  value?: unknown;
  reason: string;
  variant: string | undefined;
}

export type FailedDecision = FlagMetadata & Failure;

/** How a protocol encodes a decision as JSON; '' to omit the flag. Depends on flag, reason and variant only. */
export type SayDecision = (flag: Flag, details: EvaluationDetails<unknown>) => string;

/**
 * A flag that depends on the context, with its cached answers. Few exist, since they depend on reason and variant only.
 */
interface OpenFlag {
  flag: Flag;
  isFirst: boolean;
  answers: { why: string; variant: string | undefined; json: Buffer }[];
}

/** JSON of consecutive flags, with the comma before them. Allocated outside of Node's pool, since it is long-lived. */
function toBytes(flags: readonly string[], isFirst: boolean): Buffer {
  const said = flags.filter(Boolean).join();
  const json = isFirst || said === '' ? said : `,${said}`;
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(json));
  bytes.write(json);
  return bytes;
}

const whyOf = ({ errorCode, reason }: EvaluationDetails<unknown>): string => errorCode ?? reason;

/** A flag set prepared for decisions: parsed once, and decided once for flags that ignore the context. */
export class DecidableFlagSet {
  private readonly flags = new Map<string, Flag>();
  /** In the order of the set: JSON of consecutive flags that ignore the context, and each flag that depends on it. */
  private readonly parts: (Buffer | OpenFlag)[] = [];

  private constructor(private readonly say?: SayDecision) {}

  /**
   * One step per flag, since thousands of flags would block the event loop.
   * @param say left out: OFREP's encoding of every flag. Otherwise even the first flag begins with a comma, since
   * earlier flags may be omitted
   */
  static *make({ set }: RenderedFlagSet, say?: SayDecision): Generator<undefined, DecidableFlagSet> {
    const made = new DecidableFlagSet(say);
    yield* made.read(set.body);
    return made;
  }

  private *read(body: Buffer): Generator<undefined> {
    const context = new WatchedContext();
    let same: string[] = [];
    const addSame = () => {
      if (same.length > 0) this.parts.push(toBytes(same, this.isFirst));
      same = [];
    };
    for (const flag of readFlags(body)) {
      this.flags.set(flag.key, flag);
      yield;
    }
    // The later flag with the same key wins.
    for (const flag of this.flags.values()) {
      const details = this.evaluate(flag.key, context.unread());
      if (!context.isRead) same.push(this.textOf(flag, details));
      else {
        addSame();
        this.parts.push({ flag, isFirst: this.isFirst, answers: [] });
      }
      yield;
    }
    addSame();
  }

  decide(key: string, context: EvaluationContext): Decision | FailedDecision {
    return this.answer(key, this.evaluate(key, context));
  }

  /**
   * Decides all flags for one context, in the order of the set, and yields the contents of a JSON list in parts. Each
   * flag is decided when its part is requested. Yields bytes, since encoding the text of a hundred flags takes as long
   * as deciding them.
   */
  *decideAll(context: EvaluationContext): Generator<Buffer> {
    for (const part of this.parts) yield Buffer.isBuffer(part) ? part : this.decideOpen(part, context);
  }

  /** Evaluates with the flag's own type and no default, since the client has the default. */
  private evaluate(key: string, context: EvaluationContext): EvaluationDetails<unknown> {
    return evaluate<unknown>(this.flags, key, undefined, context, this.flags.get(key)?.type);
  }

  private decideOpen({ flag, isFirst, answers }: OpenFlag, context: EvaluationContext): Buffer {
    const details = this.evaluate(flag.key, context);
    const why = whyOf(details);
    const { variant } = details;
    for (const known of answers) if (known.why === why && known.variant === variant) return known.json;
    const json = toBytes([this.textOf(flag, details)], isFirst);
    answers.push({ why, variant, json });
    return json;
  }

  /** Whether the next part begins the list. */
  private get isFirst(): boolean {
    return this.parts.length === 0 && !this.say;
  }

  private textOf(flag: Flag, details: EvaluationDetails<unknown>): string {
    return this.say ? this.say(flag, details) : JSON.stringify(this.answer(flag.key, details));
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

/** An empty context that records reads. Evaluation is pure, so a decision without a read holds for every context. */
class WatchedContext {
  isRead = false;
  private readonly proxy: EvaluationContext = new Proxy(
    {},
    {
      get: () => this.read(),
      getOwnPropertyDescriptor: () => this.read(),
      has: () => this.read() ?? false,
      ownKeys: () => this.read() ?? [],
    },
  );

  unread(): EvaluationContext {
    this.isRead = false;
    return this.proxy;
  }

  private read(): undefined {
    this.isRead = true;
  }
}
