import { type BurgeeProviderOptions, type Emit, ProviderCore } from '@burgee/openfeature';
import {
  type EvaluationContext,
  type JsonValue,
  OpenFeatureEventEmitter,
  type Provider,
  type ProviderEmittableEvents,
  type ResolutionDetails,
} from '@openfeature/web-sdk';

/** Burgee for OpenFeature in pages. The page evaluates flags, so a change of context needs no request. */
export class BurgeeWebProvider implements Provider {
  /** How OpenFeature names the provider. */
  readonly metadata = { name: 'Burgee' } as const;
  /** Which OpenFeature SDK it is for. */
  readonly runsOn = 'client';
  /** Where the SDK hears STALE, READY, ERROR and CONFIGURATION_CHANGED. */
  readonly events = new OpenFeatureEventEmitter();
  /**
   * Resolves once flags are in memory. Rejects with a ProviderFatalError when the service refuses the key or the page. Absent
   * with a `bootstrap`: then OpenFeature treats the provider as ready at once, and a page rendered on a server does not flicker.
   * After `onClose` it always exists, because a provider that is used again has to open again.
   */
  initialize?: () => Promise<void>;
  private readonly core: ProviderCore;
  private readonly open = (): Promise<void> => this.core.initialize();

  constructor(options: BurgeeProviderOptions) {
    const emit: Emit = (event, details) => this.events.emit(event as ProviderEmittableEvents, details);
    this.core = new ProviderCore(options, emit);
    if ('bootstrap' in options && options.bootstrap) this.core.begin();
    else this.initialize = this.open;
  }

  /** Returns no promise: evaluations use the new context at once, so there is nothing to wait for. */
  onContextChange(): void {
    queueMicrotask(() => this.core.repeatStatus());
  }

  /** Ends stream and timers; a client of the application stays open. Can be called again. Never rejects. */
  async onClose(): Promise<void> {
    this.core.close();
    this.initialize = this.open;
  }

  /** The value of a boolean flag. Throws nothing: with an `errorCode` the value is the default. */
  resolveBooleanEvaluation(
    flagKey: string,
    defaultValue: boolean,
    context: EvaluationContext,
  ): ResolutionDetails<boolean> {
    return this.core.resolve(flagKey, defaultValue, 'boolean', context);
  }

  /** The value of a text flag, in the same way. */
  resolveStringEvaluation(
    flagKey: string,
    defaultValue: string,
    context: EvaluationContext,
  ): ResolutionDetails<string> {
    return this.core.resolve(flagKey, defaultValue, 'string', context);
  }

  /** The value of a number flag, always finite, in the same way. */
  resolveNumberEvaluation(
    flagKey: string,
    defaultValue: number,
    context: EvaluationContext,
  ): ResolutionDetails<number> {
    return this.core.resolve(flagKey, defaultValue, 'number', context);
  }

  /** The value of a JSON flag, in the same way; TYPE_MISMATCH if the default is a list and the value is none, or the reverse. */
  resolveObjectEvaluation<T extends JsonValue>(
    flagKey: string,
    defaultValue: T,
    context: EvaluationContext,
  ): ResolutionDetails<T> {
    return this.core.resolve(flagKey, defaultValue, 'json', context);
  }

  /** Does nothing: Burgee stores no events of your users. It exists so that calls do not fail. */
  track(): void {}
}
