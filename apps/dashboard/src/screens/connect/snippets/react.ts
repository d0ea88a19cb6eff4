import type { FlagType } from '@burgee/contracts/wire';
import { noteOf, SCRIPT_DEFAULTS } from './script-defaults.js';
import type { Snippet } from './snippet.js';

const HOOKS: Record<FlagType, string> = { boolean: 'Boolean', string: 'String', number: 'Number', json: 'Object' };

export const react: Snippet = ({
  origin,
  clientKey,
  flagKey,
  type,
}) => `// npm install @openfeature/react-sdk @openfeature/ofrep-web-provider
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import { OpenFeature, OpenFeatureProvider, use${HOOKS[type]}FlagValue } from '@openfeature/react-sdk';

const burgee = new OFREPWebProvider({
  baseUrl: '${origin}',
  headers: [['x-api-key', '${clientKey}']],
});
OpenFeature.setProvider(burgee, { targetingKey: 'user-1' });

function Example() {
${noteOf(type, '  ')}  const value = use${HOOKS[type]}FlagValue('${flagKey}', ${SCRIPT_DEFAULTS[type]});
  return <p>${flagKey}: {JSON.stringify(value)}</p>;
}

export const App = () => (
  <OpenFeatureProvider>
    <Example />
  </OpenFeatureProvider>
);`;
