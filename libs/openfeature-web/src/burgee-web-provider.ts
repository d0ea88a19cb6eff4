import { type BurgeeProviderOptions, type Emit, Session } from '@burgee/openfeature';
import {
  type EvaluationContext,
  type JsonValue,
  OpenFeatureEventEmitter,
  type Provider,
  type ProviderEmittableEvents,
  type ResolutionDetails,
} from '@openfeature/web-sdk';

/** Burgee for OpenFeature in pages. Flags are evaluated in the page: a change of context asks nobody. */
export class BurgeeWebProvider implements Provider {
  readonly metadata = { name: 'Burgee' } as const;
  readonly runsOn = 'client';
  readonly events = new OpenFeatureEventEmitter();
  /**
   * Resolves once flags are in memory. Rejects with a ProviderFatalError when the service refuses the key or the page. Absent
   * with a `bootstrap`: then OpenFeature takes the provider for ready at once, and a page that a server rendered does not flicker.
   * After `onClose` it is there in any case: a provider that is used again has to open again.
   */
  initialize?: () => Promise<void>;
  private readonly session: Session;
  private readonly open = (): Promise<void> => this.session.initialize();

  constructor(options: BurgeeProviderOptions) {
    const emit: Emit = (event, details) => this.events.emit(event as ProviderEmittableEvents, details);
    this.session = new Session(options, emit);
    if ('bootstrap' in options && options.bootstrap) this.session.begin();
    else this.initialize = this.open;
  }

  /** Returns nothing, and no promise: values are those of the new context already, and nothing is reconciled. */
  onContextChange(): void {
    queueMicrotask(() => this.session.repeatStatus());
  }

  async onClose(): Promise<void> {
    this.session.close();
    this.initialize = this.open;
  }

  resolveBooleanEvaluation(
    flagKey: string,
    defaultValue: boolean,
    context: EvaluationContext,
  ): ResolutionDetails<boolean> {
    return this.session.resolve(flagKey, defaultValue, 'boolean', context);
  }

  resolveStringEvaluation(
    flagKey: string,
    defaultValue: string,
    context: EvaluationContext,
  ): ResolutionDetails<string> {
    return this.session.resolve(flagKey, defaultValue, 'string', context);
  }

  resolveNumberEvaluation(
    flagKey: string,
    defaultValue: number,
    context: EvaluationContext,
  ): ResolutionDetails<number> {
    return this.session.resolve(flagKey, defaultValue, 'number', context);
  }

  resolveObjectEvaluation<T extends JsonValue>(
    flagKey: string,
    defaultValue: T,
    context: EvaluationContext,
  ): ResolutionDetails<T> {
    return this.session.resolve(flagKey, defaultValue, 'json', context);
  }

  /** Does nothing: Burgee keeps flags and no events of your users. Here so that calling it is no mistake. */
  track(): void {}
}
