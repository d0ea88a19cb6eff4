import { BurgeeProvider } from '@burgee/openfeature-server';
import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { AsyncLocalStorageTransactionContextPropagator, OpenFeature } from '@openfeature/server-sdk';
import type { BurgeeModuleOptions } from './options.js';

const NO_OPTIONS =
  'BurgeeModule has no options: return { baseUrl, sdkKey }, or { client }, from the useFactory of forRootAsync.';

const propagator = new AsyncLocalStorageTransactionContextPropagator();

/** The provider of one domain, from the start of the application until its last request has been answered. */
export class RegisteredProvider implements OnApplicationShutdown {
  private constructor(private readonly provider: BurgeeProvider) {}

  /**
   * Resolves once flags have arrived, and in any case after `timeoutMs`: without Burgee an application starts with defaults.
   * @throws TypeError without options
   */
  static async open(options: BurgeeModuleOptions, domain: string | undefined): Promise<RegisteredProvider> {
    // The result of a factory is known only now.
    if (typeof options !== 'object' || options === null) throw new TypeError(NO_OPTIONS);
    const logger = new Logger('Burgee');
    const provider = new BurgeeProvider('client' in options ? options : { logger, ...options });
    OpenFeature.setTransactionContextPropagator(propagator);
    try {
      await (domain === undefined
        ? OpenFeature.setProviderAndWait(provider)
        : OpenFeature.setProviderAndWait(domain, provider));
    } catch {
      // The logger has reported the problem. If the service was only unreachable, the provider becomes READY later.
    }
    return new RegisteredProvider(provider);
  }

  onApplicationShutdown(): Promise<void> {
    return this.provider.onClose();
  }
}
