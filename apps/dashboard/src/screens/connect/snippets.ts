import type { FlagType } from '@burgee/contracts';

export const LANGUAGES = ['JavaScript', 'React', 'OpenFeature', 'curl'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface SnippetValues {
  /** Where this Burgee is. */
  origin: string;
  sdkKey: string;
  flagKey: string;
  type: FlagType;
}

const METHOD: Record<FlagType, string> = { boolean: 'bool', string: 'string', number: 'number', json: 'json' };
const HOOK: Record<FlagType, string> = { boolean: 'Boolean', string: 'String', number: 'Number', json: 'Object' };
const DEFAULT: Record<FlagType, string> = { boolean: 'false', string: "'default'", number: '0', json: '{}' };

/** Code to paste, with everything filled in. Keys hold only letters, digits, dots, underscores and hyphens. */
const SNIPPETS: Record<Language, (values: SnippetValues) => string> = {
  JavaScript: ({ origin, sdkKey, flagKey, type }) => `// npm install @burgee/sdk
import { createClient } from '@burgee/sdk';

const flags = createClient({ baseUrl: '${origin}', sdkKey: '${sdkKey}' });
const show = () => console.log('${flagKey}:', flags.${METHOD[type]}('${flagKey}', ${DEFAULT[type]}));

await flags.ready();
show();
flags.on('change:${flagKey}', show);`,
  React: ({ origin, sdkKey, flagKey, type }) => `// npm install @burgee/sdk @burgee/react
import { createClient } from '@burgee/sdk';
import { BurgeeProvider, use${HOOK[type]}FlagValue } from '@burgee/react';

const client = createClient({ baseUrl: '${origin}', sdkKey: '${sdkKey}' });

function Example() {
  const value = use${HOOK[type]}FlagValue('${flagKey}', ${DEFAULT[type]});
  return <p>${flagKey}: {JSON.stringify(value)}</p>;
}

export const App = () => (
  <BurgeeProvider client={client}>
    <Example />
  </BurgeeProvider>
);`,
  OpenFeature: ({
    origin,
    sdkKey,
    flagKey,
    type,
  }) => `// npm install @burgee/sdk @burgee/openfeature-server @openfeature/server-sdk @openfeature/core
import { OpenFeature } from '@openfeature/server-sdk';
import { BurgeeProvider } from '@burgee/openfeature-server';

await OpenFeature.setProviderAndWait(new BurgeeProvider({ baseUrl: '${origin}', sdkKey: '${sdkKey}' }));
const value = await OpenFeature.getClient().get${HOOK[type]}Value('${flagKey}', ${DEFAULT[type]});
console.log('${flagKey}:', value);`,
  curl: ({ origin, sdkKey }) => `curl ${origin}/api/v1/flags -H 'x-sdk-key: ${sdkKey}'`,
};

export const snippet = (language: Language, values: SnippetValues) => SNIPPETS[language](values);
