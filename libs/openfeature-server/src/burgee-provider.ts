import { type BurgeeProviderOptions, type Emit, ProviderCore } from '@burgee/openfeature';
import {
  type EvaluationContext,
  type JsonValue,
  OpenFeatureEventEmitter,
  type Provider,
  type ProviderEvents,
  type ResolutionDetails,
} from '@openfeature/server-sdk';

/** Burgee for OpenFeature on servers. Flags are in memory; each evaluation uses the context that it gets. */
export class BurgeeProvider implements Provider {
  /** How OpenFeature names the provider. */
  readonly metadata = { name: 'Burgee' } as const;
  /** Which OpenFeature SDK it is for. */
  readonly runsOn = 'server';
  /** Where the SDK hears STALE, READY, ERROR and CONFIGURATION_CHANGED. */
  readonly events = new OpenFeatureEventEmitter();
  private readonly core: ProviderCore;

  constructor(options: BurgeeProviderOptions) {
    const emit: Emit = (event, details) => this.events.emit(event as ProviderEvents, details);
    this.core = new ProviderCore(options, emit);
  }

  /** Resolves once flags are in memory. Rejects with a ProviderFatalError if the service refuses the key. */
  initialize(): Promise<void> {
    return this.core.initialize();
  }

  /** Ends stream and timers; a client of the application stays open. Can be called again. Never rejects. */
  async onClose(): Promise<void> {
    this.core.close();
  }

  /** The value of a boolean flag. Never rejects: with an `errorCode` the value is the default. */
  async resolveBooleanEvaluation(
    flagKey: string,
    defaultValue: boolean,
    context: EvaluationContext,
  ): Promise<ResolutionDetails<boolean>> {
    return this.core.resolve(flagKey, defaultValue, 'boolean', context);
  }

  /** The value of a text flag, in the same way. */
  async resolveStringEvaluation(
    flagKey: string,
    defaultValue: string,
    context: EvaluationContext,
  ): Promise<ResolutionDetails<string>> {
    return this.core.resolve(flagKey, defaultValue, 'string', context);
  }

  /** The value of a number flag, always finite, in the same way. */
  async resolveNumberEvaluation(
    flagKey: string,
    defaultValue: number,
    context: EvaluationContext,
  ): Promise<ResolutionDetails<number>> {
    return this.core.resolve(flagKey, defaultValue, 'number', context);
  }

  /** The value of a JSON flag, in the same way; TYPE_MISMATCH if the default is a list and the value is none, or the reverse. */
  async resolveObjectEvaluation<T extends JsonValue>(
    flagKey: string,
    defaultValue: T,
    context: EvaluationContext,
  ): Promise<ResolutionDetails<T>> {
    return this.core.resolve(flagKey, defaultValue, 'json', context);
  }

  /** Does nothing: Burgee stores no events of your users. It exists so that calls do not fail. */
  track(): void {}
}
