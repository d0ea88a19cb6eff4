import { BurgeeProvider } from '@burgee/openfeature-server';
import { BurgeeWebProvider } from '@burgee/openfeature-web';
import { unique } from '@burgee/testing';
import { type EvaluationContext, OpenFeature as Server, type Hook as ServerHook } from '@openfeature/server-sdk';
import { type Hook as WebHook, OpenFeature as Web } from '@openfeature/web-sdk';

export type Kind = 'Boolean' | 'String' | 'Number' | 'Object';
export type Options = ConstructorParameters<typeof BurgeeProvider>[0];

export interface Details {
  flagKey: string;
  value: unknown;
  variant?: string;
  reason?: string;
  errorCode?: string;
  errorMessage?: string;
  flagMetadata: object;
}

/** One of OpenFeature's SDKs, with a Burgee provider. */
export interface OpenFeatureSdk {
  /** @throws what `initialize` throws */
  open(options: Options): Promise<void>;
  evaluate(kind: Kind, key: string, fallback: unknown, context: object, hooks: object[]): Promise<Details>;
  status(): string;
  /** The provider itself, once it exists. */
  provider(): BurgeeProvider | BurgeeWebProvider;
  on(event: string, handler: (details: object) => void): void;
  close(): Promise<void>;
}

type ServerAsk = (
  key: string,
  fallback: unknown,
  context: EvaluationContext,
  options: { hooks: ServerHook[] },
) => Promise<Details>;
type WebAsk = (key: string, fallback: unknown, options: { hooks: WebHook[] }) => Details;

export function serverSdk(): OpenFeatureSdk {
  const domain = unique('domain');
  const client = Server.getClient(domain);
  let provider: BurgeeProvider;
  return {
    open: (options) => Server.setProviderAndWait(domain, (provider = new BurgeeProvider(options))),
    provider: () => provider,
    evaluate: (kind, key, fallback, context, hooks) =>
      (client[`get${kind}Details`] as ServerAsk).call(client, key, fallback, context as EvaluationContext, {
        hooks: hooks as ServerHook[],
      }),
    status: () => client.providerStatus,
    on: (event, handler) => client.addHandler(event as never, handler as never),
    close: () => Server.clearProviders(),
  };
}

export function webSdk(): OpenFeatureSdk {
  const domain = unique('domain');
  const client = Web.getClient(domain);
  let provider: BurgeeWebProvider;
  return {
    open: (options) => Web.setProviderAndWait(domain, (provider = new BurgeeWebProvider(options))),
    provider: () => provider,
    async evaluate(kind, key, fallback, context, hooks) {
      if (JSON.stringify(context) !== JSON.stringify(Web.getContext(domain)))
        await Web.setContext(domain, context as EvaluationContext);
      return (client[`get${kind}Details`] as WebAsk).call(client, key, fallback, { hooks: hooks as WebHook[] });
    },
    status: () => client.providerStatus,
    on: (event, handler) => client.addHandler(event as never, handler as never),
    close: () => Web.clearProviders(),
  };
}
