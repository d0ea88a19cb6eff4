import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import { OpenFeature, ProviderEvents } from '@openfeature/web-sdk';

const client = OpenFeature.getClient();
const CALLS = {
  boolean: 'getBooleanDetails',
  string: 'getStringDetails',
  integer: 'getNumberDetails',
  float: 'getNumberDetails',
  object: 'getObjectDetails',
};

const told = [];
for (const event of Object.values(ProviderEvents))
  client.addHandler(event, ({ flagsChanged = [] } = {}) => told.push([event, ...flagsChanged]));

globalThis.webProvider = {
  /** A provider that cannot start stays in place, as in an application, and returns defaults. */
  start: (options, context) =>
    OpenFeature.setProviderAndWait(new OFREPWebProvider(options), context).catch(() => undefined),
  ask: async ({ type, flag, default: preset, context }) => {
    if (JSON.stringify(context) !== JSON.stringify(OpenFeature.getContext())) await OpenFeature.setContext(context);
    const { value, reason = '', variant = '', errorCode = '' } = client[CALLS[type]](flag, preset);
    return { value, reason, variant, errorCode };
  },
  told,
  status: () => client.providerStatus,
};
