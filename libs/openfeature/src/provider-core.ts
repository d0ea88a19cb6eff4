import { type BurgeeClient, createClient, type FlagType } from '@burgee/sdk';
import {
  ErrorCode,
  type EvaluationContext,
  GeneralError,
  ProviderFatalError,
  type ResolutionDetails,
} from '@openfeature/core';
import { clientOptions } from './client-options.js';
import { type BurgeeProviderOptions, TIMEOUT_MS } from './options.js';
import { resolve } from './resolve.js';

export type ProviderEventName =
  | 'PROVIDER_READY'
  | 'PROVIDER_ERROR'
  | 'PROVIDER_STALE'
  | 'PROVIDER_CONFIGURATION_CHANGED';
/** The payload of an event. */
export type EmitDetails = {
  /** The problem in words. */
  message?: string;
  /** With PROVIDER_ERROR. */
  errorCode?: ErrorCode;
  /** The keys of changed, new and deleted flags. */
  flagsChanged?: string[];
};
/** Emits an event by the SDK that the provider is for. */
export type Emit = (event: ProviderEventName, details?: EmitDetails) => void;

/** What both providers share: from `initialize` to `onClose`, with the events in between. */
export class ProviderCore {
  private client: BurgeeClient | undefined;
  private stops: (() => void)[] = [];
  /** True once `initialize` has resolved: from then on the core emits events. */
  private isReady = false;
  /** Why `initialize` rejected, until flags arrive after all. */
  private failure: Error | undefined;

  constructor(
    private readonly options: BurgeeProviderOptions,
    private readonly emit: Emit,
  ) {}

  /** Resolves once flags are in memory. @throws ProviderFatalError if the service refuses, GeneralError after the timeout */
  async initialize(): Promise<void> {
    const client = this.open();
    const { timeoutMs = TIMEOUT_MS, emitLifecycleEvents = false } = this.options;
    await Promise.race([client.ready({ timeoutMs }), this.cached(client)]);
    const error = this.failureOf(client);
    this.failure = error;
    this.isReady = !error;
    if (emitLifecycleEvents) this.announceLifecycle(error);
    if (error) throw error;
  }

  /** Ready without waiting, because of a bootstrap. */
  begin(): void {
    this.open();
    this.isReady = true;
  }

  /** Never throws: an error is in `errorCode`, and the value is the default. */
  resolve<T>(key: string, defaultValue: T, type: FlagType, context: EvaluationContext): ResolutionDetails<T> {
    return resolve(this.client, { key, defaultValue, type, context });
  }

  /** Emits the problem again, because OpenFeature treats the provider as READY after a change of context. */
  repeatStatus(): void {
    if (this.failure) this.tellFailed(this.failure);
    if (this.isReady && this.client?.status === 'stale')
      this.emit('PROVIDER_STALE', { message: this.client.error?.message });
  }

  /** Ends its client, unless the application owns it. Can be called again. `initialize` opens it again. */
  close(): void {
    for (const stop of this.stops.splice(0)) stop();
    if (!('client' in this.options)) this.client?.close();
    this.client = undefined;
    this.isReady = false;
    this.failure = undefined;
  }

  private open(): BurgeeClient {
    if (this.client) return this.client;
    const client = 'client' in this.options ? this.options.client : createClient(clientOptions(this.options));
    this.client = client;
    this.stops = [
      client.on('change', ({ keys }) => {
        if (this.isReady) this.emit('PROVIDER_CONFIGURATION_CHANGED', { flagsChanged: [...keys] });
      }),
      client.on('stale', (error) => {
        if (this.isReady) this.emit('PROVIDER_STALE', { message: error?.message });
      }),
      client.on('recovered', () => this.recover()),
      client.on('ready', () => {
        if (this.failure) this.recover();
      }),
      client.on('error', ({ fatal, message }) => {
        if (!fatal || !(this.isReady || this.failure)) return;
        this.isReady = false;
        this.failure = new ProviderFatalError(message);
        this.tellFailed(this.failure);
      }),
    ];
    return client;
  }

  /** Resolves once flags of the last visit are loaded, if they may be used before the service answers. */
  private cached(client: BurgeeClient): Promise<void> {
    return new Promise((resolve) => {
      if ('client' in this.options || (this.options.cacheMode ?? 'local-cache-first') !== 'local-cache-first') return;
      if (hasFlags(client)) resolve();
      this.stops.push(client.on('change', () => resolve()));
    });
  }

  private failureOf(client: BurgeeClient): Error | undefined {
    const { error, status } = client;
    if (status === 'fatal') return new ProviderFatalError(error?.message);
    if (status === 'ready' || status === 'stale' || hasFlags(client)) return undefined;
    return new GeneralError(error?.message ?? 'Burgee has not answered yet. Defaults are used until it does.');
  }

  private announceLifecycle(error: Error | undefined): void {
    if (!error) this.emit('PROVIDER_READY');
    else this.tellFailed(error);
  }

  private recover(): void {
    if (!this.isReady && !this.failure) return;
    this.failure = undefined;
    this.isReady = true;
    this.emit('PROVIDER_READY');
  }

  private tellFailed(error: Error): void {
    const errorCode = error instanceof ProviderFatalError ? ErrorCode.PROVIDER_FATAL : ErrorCode.GENERAL;
    this.emit('PROVIDER_ERROR', { message: error.message, errorCode });
  }
}

function hasFlags(client: BurgeeClient): boolean {
  return client.snapshot().flags.length > 0;
}
