import { evaluate, type EvaluationContext, type EvaluationDetails, type Flag } from '@burgee/evaluation';
import { readFlags } from '../flag-set/read-flags.js';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import type { Failure } from './failure.js';

interface FlagMetadata {
  key: string;
  metadata?: { flagId: string };
}

/** As OFREP says it. No `value`: the caller takes its own default. */
export interface Decision extends FlagMetadata {
  value?: unknown;
  reason: string;
  variant: string | undefined;
}

export type FailedDecision = FlagMetadata & Failure;

/** How a protocol says the decision of a flag, as JSON; '' where it says nothing of it. Follows from flag, reason and variant. */
export type SayDecision = (flag: Flag, details: EvaluationDetails<unknown>) => string;

/** A flag that depends on the context, and what it has answered. What it says follows from reason and variant: that is little. */
interface OpenFlag {
  flag: Flag;
  isFirst: boolean;
  answers: { why: string; variant: string | undefined; json: Buffer }[];
}

/** JSON of flags next to each other, with the comma that comes before them. Not of Node's pool, since it is kept. */
function toBytes(flags: readonly string[], isFirst: boolean): Buffer {
  const said = flags.filter(Boolean).join();
  const json = isFirst || said === '' ? said : `,${said}`;
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(json));
  bytes.write(json);
  return bytes;
}

const whyOf = ({ errorCode, reason }: EvaluationDetails<unknown>): string => errorCode ?? reason;

/** A flag set as decisions need it: read once, and decided once where flags are the same for everybody. */
export class DecidableFlagSet {
  private readonly flags = new Map<string, Flag>();
  /** In the order of the set: JSON of flags next to each other that are the same for everybody, and each that is not. */
  private readonly parts: (Buffer | OpenFlag)[] = [];

  private constructor(private readonly say?: SayDecision) {}

  /**
   * A step for each flag: thousands take longer than others may be held up.
   * @param say left out: as OFREP says it, of every flag. With it, a comma comes before the first one too: nobody knows beforehand of
   *   which flags something is said
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
    // Of two with one key the later counts.
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
   * All flags for one context, in the order of the set: what a list in JSON has in it, some at a time. Each is decided when it is asked
   * for. Bytes, since to write the text of a hundred flags as bytes takes as long as to decide them.
   */
  *decideAll(context: EvaluationContext): Generator<Buffer> {
    for (const part of this.parts) yield Buffer.isBuffer(part) ? part : this.decideOpen(part, context);
  }

  /** Of the type that the flag has, with no default: what has no value here is the caller's to say. */
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

/** An empty context that notices whether it is read: evaluation is pure, so what it decides without that is so in every context. */
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
