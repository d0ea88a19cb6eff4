import type { FlagType } from '@burgee/contracts/wire';
import { noteOf, SCRIPT_DEFAULTS } from './script-defaults.js';
import type { Snippet } from './snippet.js';

const METHODS: Record<FlagType, string> = { boolean: 'Boolean', string: 'String', number: 'Number', json: 'Object' };

/** For types other than boolean, whose flags may have no value. */
const FILLED_IN = `
// Where a flag has no value, your default counts. OpenFeature's own provider reports that as an error.
const codeDefault = new AsyncLocalStorage();
async function fillIn(request) {
  const response = await fetch(request);
  if (response.status !== 200) return response;
  return Response.json({ value: codeDefault.getStore(), ...(await response.json()) }, response);
}
class Provider extends OFREPProvider {
  evaluate(key, value, context) {
    return codeDefault.run(value, () => super.evaluate(key, value, context));
  }
}
`;

export const openFeature: Snippet = ({ origin, sdkKey, flagKey, type }) => {
  const [imports, filledIn, provider, options] =
    type === 'boolean'
      ? ['', '', 'OFREPProvider', '']
      : [
          "import { AsyncLocalStorage } from 'node:async_hooks';\n",
          FILLED_IN,
          'Provider',
          ', fetchImplementation: fillIn',
        ];
  return `// Once: npm install @openfeature/server-sdk@1.23.0 @openfeature/ofrep-provider@0.1.3
// Then save this beside them as app.mjs: node app.mjs
// This sends a request for each decision. @burgee/openfeature-server decides in your process: prefer it.
${imports}import { OFREPProvider } from '@openfeature/ofrep-provider';
import { OpenFeature } from '@openfeature/server-sdk';
${filledIn}
const headers = [['x-api-key', '${sdkKey}']];
const provider = new ${provider}({ baseUrl: '${origin}', headers${options} });
await OpenFeature.setProviderAndWait(provider);
const flags = OpenFeature.getClient();
const user = { targetingKey: 'user-1' };

${noteOf(type)}const value = await flags.get${METHODS[type]}Value('${flagKey}', ${SCRIPT_DEFAULTS[type]}, user);
console.log('${flagKey}:', value);`;
};
