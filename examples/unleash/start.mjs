// node examples/unleash/start.mjs
// Unleash's own SDK evaluates flags in this process. Its stream delivers changes.
import { InMemStorageProvider, Unleash } from 'unleash-client';
import { baseUrl, flagKey, sdkKey } from '../settings.mjs';

const unleash = new Unleash({
  url: `${baseUrl}/unleash/api/`,
  appName: 'example',
  customHeaders: { Authorization: sdkKey },
  experimentalMode: { type: 'streaming' },
  storageProvider: new InMemStorageProvider(),
  skipInstanceCountWarning: true,
});
unleash.on('error', ({ message }) => console.error(message));

const visitor = { userId: 'visitor-1', properties: { country: 'NO' } };
let last = '';
function show() {
  const now = `${flagKey} is ${unleash.isEnabled(flagKey, visitor) ? 'on' : 'off'} for visitor-1`;
  if (now !== last) console.log(now);
  last = now;
}
// Before it is synchronized, the SDK answers with defaults.
unleash.on('synchronized', show);
unleash.on('changed', () => unleash.isSynchronized() && show());

process.once('SIGINT', () => process.exit());
