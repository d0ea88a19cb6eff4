import type { FlagType } from '@burgee/contracts/wire';
import { noteOf, SCRIPT_DEFAULTS } from './script-defaults.js';
import type { Snippet } from './snippet.js';

const METHODS: Record<FlagType, string> = { boolean: 'Boolean', string: 'String', number: 'Number', json: 'Object' };

export const openFeature: Snippet = ({
  origin,
  sdkKey,
  flagKey,
  type,
}) => `// Once: npm install @openfeature/server-sdk@1.23.0 @openfeature/ofrep-provider@0.1.3
// Then save this beside them as app.mjs: node app.mjs
import { OFREPProvider } from '@openfeature/ofrep-provider';
import { OpenFeature } from '@openfeature/server-sdk';

const headers = [['x-api-key', '${sdkKey}']];
await OpenFeature.setProviderAndWait(new OFREPProvider({ baseUrl: '${origin}', headers }));
const flags = OpenFeature.getClient();
const user = { targetingKey: 'user-1' };

${noteOf(type)}const value = await flags.get${METHODS[type]}Value('${flagKey}', ${SCRIPT_DEFAULTS[type]}, user);
console.log('${flagKey}:', value);`;
