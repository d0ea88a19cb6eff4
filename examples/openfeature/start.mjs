// node examples/openfeature/start.mjs
import { OpenFeature, ProviderEvents } from '@openfeature/server-sdk';
import { BurgeeProvider } from '@burgee/openfeature-server';
import { baseUrl, flagKey, sdkKey } from '../settings.mjs';

const flags = OpenFeature.getClient();

async function show() {
  const { value, reason } = await flags.getBooleanDetails(flagKey, false, { targetingKey: 'visitor-1' });
  console.log(`${flagKey} is ${value ? 'on' : 'off'} for visitor-1 (${reason})`);
}

flags.addHandler(ProviderEvents.ConfigurationChanged, ({ flagsChanged = [] } = {}) => {
  if (flagsChanged.includes(flagKey)) void show();
});

await OpenFeature.setProviderAndWait(new BurgeeProvider({ baseUrl, sdkKey }));
await show();
console.log(`Flip ${flagKey} in ${baseUrl}. Ctrl-C ends.`);

// The provider does not keep the process alive, so this example does.
const stay = setInterval(() => undefined, 60_000);
process.once('SIGINT', () => {
  clearInterval(stay);
  void OpenFeature.close();
});
