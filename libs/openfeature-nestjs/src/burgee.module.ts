import { ConfigurableModuleBuilder, type ConfigurableModuleCls, type DynamicModule, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { OpenFeature } from '@openfeature/server-sdk';
import { RegisteredProvider } from './registered-provider.js';
import { EvaluationContextInterceptor } from './evaluation-context.interceptor.js';
import { getOpenFeatureClientToken } from './open-feature-client.js';
import { type BurgeeModuleExtras, type BurgeeModuleOptions, ContextFactoryToken } from './options.js';

const builder = new ConfigurableModuleBuilder<BurgeeModuleOptions>({ moduleName: 'Burgee' });

function complete(definition: DynamicModule, extras: BurgeeModuleExtras): DynamicModule {
  const { domain, contextFactory, useGlobalInterceptor } = extras;
  const client = getOpenFeatureClientToken(domain);
  const context = contextFactory ? [{ provide: ContextFactoryToken, useValue: contextFactory }] : [];
  const isEverywhere = contextFactory && useGlobalInterceptor;
  return {
    ...definition,
    global: true,
    providers: [
      ...(definition.providers ?? []),
      {
        provide: RegisteredProvider,
        inject: [OPTIONS],
        useFactory: (options: BurgeeModuleOptions) => RegisteredProvider.open(options, domain),
      },
      {
        // After the provider is registered, so that the injected client has flags.
        provide: client,
        inject: [RegisteredProvider],
        useFactory: () => (domain === undefined ? OpenFeature.getClient() : OpenFeature.getClient(domain)),
      },
      ...context,
      ...(isEverywhere ? [{ provide: APP_INTERCEPTOR, useClass: EvaluationContextInterceptor }] : []),
    ],
    exports: [client, ...(contextFactory ? [ContextFactoryToken] : [])],
  };
}

const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN: OPTIONS } = builder
  .setClassMethodName('forRoot')
  .setExtras<BurgeeModuleExtras>({ domain: undefined, contextFactory: undefined, useGlobalInterceptor: true }, complete)
  .build();

/** With an explicit type, because the inferred one names a library that applications do not have. */
const Configurable: ConfigurableModuleCls<BurgeeModuleOptions, 'forRoot', 'create', BurgeeModuleExtras> =
  ConfigurableModuleClass;

/**
 * Burgee behind OpenFeature, for the whole application: `BurgeeModule.forRoot({ baseUrl, sdkKey, contextFactory })`, or
 * `forRootAsync({ inject, useFactory, contextFactory })` if the options come from other providers.
 */
@Module({})
export class BurgeeModule extends Configurable {}
