import type { FlagType } from '@burgee/contracts/wire';
import { noteOf, SCRIPT_DEFAULTS } from './script-defaults.js';
import type { Snippet } from './snippet.js';

const READS: Record<Exclude<FlagType, 'boolean'>, string> = {
  string: 'payload.value',
  number: 'Number(payload.value)',
  json: 'JSON.parse(payload.value)',
};

const readOf = (flagKey: string, type: FlagType): string =>
  type === 'boolean'
    ? `const value = unleash.isEnabled('${flagKey}', user, ${SCRIPT_DEFAULTS.boolean});`
    : `const { payload } = unleash.getVariant('${flagKey}', user);
  const value = payload ? ${READS[type]} : ${SCRIPT_DEFAULTS[type]};`;

export const unleash: Snippet = ({ origin, sdkKey, flagKey, type }) => `// Once: npm install unleash-client@6.12.0
// Then save this beside it as app.mjs: node app.mjs
import { initialize } from 'unleash-client';

const unleash = initialize({
  url: '${origin}/unleash/api/',
  appName: 'my-app',
  customHeaders: { Authorization: '${sdkKey}' },
});
const user = { userId: 'user-1' };

function show() {
${noteOf(type, '  ')}  ${readOf(flagKey, type)}
  console.log('${flagKey}:', value);
}
unleash.on('error', ({ message }) => console.error(message));
unleash.on('synchronized', () => {
  show();
  unleash.on('changed', show);
});`;
