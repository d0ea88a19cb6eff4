// node examples/ofrep-server/start.mjs
// OpenFeature's own provider asks Burgee for each decision, so the next one sees a change.
import { setTimeout as delay } from 'node:timers/promises';
import { OpenFeature } from '@openfeature/server-sdk';
import { baseUrl, flagKey, sdkKey } from '../settings.mjs';
import { CodeDefaultProvider } from './code-default-provider.mjs';

await OpenFeature.setProviderAndWait(new CodeDefaultProvider({ baseUrl, headers: [['x-api-key', sdkKey]] }));
const flags = OpenFeature.getClient();
const visitor = { targetingKey: 'visitor-1', country: 'NO' };

process.once('SIGINT', () => process.exit());
for (let last = ''; ; await delay(500)) {
  const { value, reason, errorMessage } = await flags.getBooleanDetails(flagKey, false, visitor);
  const now = errorMessage
    ? `${flagKey} has its default: ${errorMessage}`
    : `${flagKey} is ${value ? 'on' : 'off'} for visitor-1 (${reason})`;
  if (now !== last) console.log(now);
  last = now;
}
