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
  readonly metadata = { name: 'Burgee' } as const;
  readonly runsOn = 'client';
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

  /** Returns no promise: values are already those of the new context, so there is nothing to wait for. */
  onContextChange(): void {
    queueMicrotask(() => this.core.repeatStatus());
  }

  async onClose(): Promise<void> {
    this.core.close();
    this.initialize = this.open;
  }

  resolveBooleanEvaluation(
    flagKey: string,
    defaultValue: boolean,
    context: EvaluationContext,
  ): ResolutionDetails<boolean> {
    return this.core.resolve(flagKey, defaultValue, 'boolean', context);
  }

  resolveStringEvaluation(
    flagKey: string,
    defaultValue: string,
    context: EvaluationContext,
  ): ResolutionDetails<string> {
    return this.core.resolve(flagKey, defaultValue, 'string', context);
  }

  resolveNumberEvaluation(
    flagKey: string,
    defaultValue: number,
    context: EvaluationContext,
  ): ResolutionDetails<number> {
    return this.core.resolve(flagKey, defaultValue, 'number', context);
  }

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
