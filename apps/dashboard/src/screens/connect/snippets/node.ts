import type { FlagType } from '@burgee/contracts/wire';
import { noteOf, SCRIPT_DEFAULTS } from './script-defaults.js';
import type { Snippet } from './snippet.js';

const METHODS: Record<FlagType, string> = { boolean: 'bool', string: 'string', number: 'number', json: 'json' };

export const node: Snippet = ({ origin, sdkKey, flagKey, type }) => `// Once: curl -o burgee.mjs ${origin}/sdk.js
// Then save this beside it as app.mjs: node app.mjs
import { createClient, withUsage } from './burgee.mjs';

const options = { baseUrl: '${origin}', sdkKey: '${sdkKey}' };
const client = createClient({ ...options, context: { targetingKey: 'user-1' } });
// Reports which flags it evaluates, never for whom.
const flags = withUsage(client, { ...options, app: 'my-app' });
${noteOf(type)}const show = () => console.log('${flagKey}:', flags.${METHODS[type]}('${flagKey}', ${SCRIPT_DEFAULTS[type]}));

await flags.ready();
show();
flags.on('change:${flagKey}', show);`;
