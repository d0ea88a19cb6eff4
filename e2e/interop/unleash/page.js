import { UnleashClient } from 'unleash-proxy-client';

let client;

globalThis.unleashInPage = {
  start: (settings) => {
    client = new UnleashClient({
      appName: 'page',
      refreshInterval: 1,
      metricsInterval: 1,
      metricsIntervalInitial: 1,
      ...settings,
    });
    return client.start();
  },
  ask: async (flag, context) => {
    await client.updateContext(context);
    const { enabled, payload } = client.getVariant(flag);
    return { isEnabled: client.isEnabled(flag), value: enabled ? (payload?.value ?? null) : null };
  },
  /** From the SDK's cache, without a request. */
  isOn: (flag) => client.isEnabled(flag),
};
