import type { FlagType } from '@burgee/contracts/wire';
import { noteOf, SCRIPT_DEFAULTS } from './script-defaults.js';
import type { Snippet } from './snippet.js';

const METHODS: Record<FlagType, string> = { boolean: 'bool', string: 'string', number: 'number', json: 'json' };

export const node: Snippet = ({ origin, sdkKey, flagKey, type }) => `// Once: curl -o burgee.mjs ${origin}/sdk.js
// Then save this beside it as app.mjs: node app.mjs
import { createClient } from './burgee.mjs';

const flags = createClient({
  baseUrl: '${origin}',
  sdkKey: '${sdkKey}',
  context: { targetingKey: 'user-1' },
});
${noteOf(type)}const show = () => console.log('${flagKey}:', flags.${METHODS[type]}('${flagKey}', ${SCRIPT_DEFAULTS[type]}));

await flags.ready();
show();
flags.on('change:${flagKey}', show);`;
