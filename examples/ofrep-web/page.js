import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import { OpenFeature, ProviderEvents } from '@openfeature/web-sdk';

// The example's server writes them into the page. A client key opens decisions, and no rule.
const { baseUrl, clientKey, flagKey } = globalThis.example;
const flags = OpenFeature.getClient();

function show() {
  const { value, reason } = flags.getBooleanDetails(flagKey, false);
  document.getElementById('value').textContent = value ? 'on' : 'off';
  document.getElementById('why').textContent = reason;
}

let visitor = 1;
/** Percentages go by the targetingKey: another visitor may see another checkout. */
document.querySelector('button').addEventListener('click', async () => {
  visitor += 1;
  await OpenFeature.setContext({ targetingKey: `visitor-${visitor}` });
  show();
});

flags.addHandler(ProviderEvents.ConfigurationChanged, show);
const provider = new OFREPWebProvider({ baseUrl, headers: [['x-api-key', clientKey]] });
await OpenFeature.setProviderAndWait(provider, { targetingKey: 'visitor-1' });
show();
