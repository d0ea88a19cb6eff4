import { type BurgeeProviderOptions, type Emit, Session } from '@burgee/openfeature';
import {
  type EvaluationContext,
  type JsonValue,
  OpenFeatureEventEmitter,
  type Provider,
  type ProviderEvents,
  type ResolutionDetails,
} from '@openfeature/server-sdk';

/** Burgee for OpenFeature on servers. Flags are in memory; each evaluation is for the context that it brings. */
export class BurgeeProvider implements Provider {
  readonly metadata = { name: 'Burgee' } as const;
  readonly runsOn = 'server';
  readonly events = new OpenFeatureEventEmitter();
  private readonly session: Session;

  constructor(options: BurgeeProviderOptions) {
    const emit: Emit = (event, details) => this.events.emit(event as ProviderEvents, details);
    this.session = new Session(options, emit);
  }

  /** Resolves once flags are in memory. Rejects with a ProviderFatalError when the service refuses the key. */
  initialize(): Promise<void> {
    return this.session.initialize();
  }

  async onClose(): Promise<void> {
    this.session.close();
  }

  async resolveBooleanEvaluation(
    flagKey: string,
    defaultValue: boolean,
    context: EvaluationContext,
  ): Promise<ResolutionDetails<boolean>> {
    return this.session.resolve(flagKey, defaultValue, 'boolean', context);
  }

  async resolveStringEvaluation(
    flagKey: string,
    defaultValue: string,
    context: EvaluationContext,
  ): Promise<ResolutionDetails<string>> {
    return this.session.resolve(flagKey, defaultValue, 'string', context);
  }

  async resolveNumberEvaluation(
    flagKey: string,
    defaultValue: number,
    context: EvaluationContext,
  ): Promise<ResolutionDetails<number>> {
    return this.session.resolve(flagKey, defaultValue, 'number', context);
  }

  async resolveObjectEvaluation<T extends JsonValue>(
    flagKey: string,
    defaultValue: T,
    context: EvaluationContext,
  ): Promise<ResolutionDetails<T>> {
    return this.session.resolve(flagKey, defaultValue, 'json', context);
  }

  /** Does nothing: Burgee keeps flags and no events of your users. Here so that calling it is no mistake. */
  track(): void {}
}
