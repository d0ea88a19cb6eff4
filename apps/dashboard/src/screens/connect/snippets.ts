import type { FlagType } from '@burgee/contracts/wire';

export const LANGUAGES = ['JavaScript', 'Node.js', 'React', 'OpenFeature', 'curl'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Languages whose code runs in a page, whose address has to be registered. */
export const isInPages = (language: Language) => language === 'JavaScript' || language === 'React';

export interface SnippetValues {
  /** The address of this Burgee. */
  origin: string;
  sdkKey: string;
  flagKey: string;
  type: FlagType;
}

const METHOD: Record<FlagType, string> = { boolean: 'bool', string: 'string', number: 'number', json: 'json' };
const HOOK: Record<FlagType, string> = { boolean: 'Boolean', string: 'String', number: 'Number', json: 'Object' };
const DEFAULT: Record<FlagType, string> = { boolean: 'false', string: "'default'", number: '0', json: '{}' };

const readOf = ({ flagKey, type }: SnippetValues) => `flags.${METHOD[type]}('${flagKey}', ${DEFAULT[type]})`;
const textOf = (values: SnippetValues) =>
  values.type === 'json' ? `JSON.stringify(${readOf(values)})` : readOf(values);

/** What the reader of a flag without a value wonders about. */
const noteOf = ({ type }: SnippetValues, indent = '') =>
  type === 'boolean' ? '' : `${indent}// ${DEFAULT[type]} is used where the flag has no value.\n`;

const optionsOf = ({ origin, sdkKey }: SnippetValues, indent = '') => `{
${indent}  baseUrl: '${origin}',
${indent}  sdkKey: '${sdkKey}',
${indent}}`;

/** Code to paste, with everything filled in. Keys hold only letters, digits, dots, underscores and hyphens. */
const SNIPPETS: Record<Language, (values: SnippetValues) => string> = {
  JavaScript: (values) => `<!-- In a page of yours, or as an index.html of its own: npx serve -->
<p id="flag"></p>
<script type="module">
  import { createClient } from '${values.origin}/sdk.js';

  const flags = createClient(${optionsOf(values, '  ')});
  const show = () => {
${noteOf(values, '    ')}    const value = ${textOf(values)};
    document.querySelector('#flag').textContent = \`${values.flagKey}: \${value}\`;
  };
  flags.on('change:${values.flagKey}', show);
  show();
</script>`,
  'Node.js': (values) => `// Once: curl -o burgee.mjs ${values.origin}/sdk.js
// Then save this beside it as app.mjs: node app.mjs
import { createClient } from './burgee.mjs';

const flags = createClient(${optionsOf(values)});
${noteOf(values)}const show = () => console.log('${values.flagKey}:', ${readOf(values)});

await flags.ready();
show();
flags.on('change:${values.flagKey}', show);`,
  React: (values) => `// "npm run package" in the folder of Burgee makes @burgee/sdk and @burgee/react,
// and prints how to install them.
import { createClient } from '@burgee/sdk';
import { BurgeeProvider, use${HOOK[values.type]}FlagValue } from '@burgee/react';

const client = createClient(${optionsOf(values)});

function Example() {
${noteOf(values, '  ')}  const value = use${HOOK[values.type]}FlagValue('${values.flagKey}', ${DEFAULT[values.type]});
  return <p>${values.flagKey}: {JSON.stringify(value)}</p>;
}

export const App = () => (
  <BurgeeProvider client={client}>
    <Example />
  </BurgeeProvider>
);`,
  OpenFeature: (values) => `// "npm run package" in the folder of Burgee makes @burgee/openfeature-server,
// and prints how to install it. And: npm install @openfeature/server-sdk @openfeature/core
import { OpenFeature } from '@openfeature/server-sdk';
import { BurgeeProvider } from '@burgee/openfeature-server';

await OpenFeature.setProviderAndWait(new BurgeeProvider(${optionsOf(values)}));
const client = OpenFeature.getClient();
${noteOf(values)}const value = await client.get${HOOK[values.type]}Value('${values.flagKey}', ${DEFAULT[values.type]});
console.log('${values.flagKey}:', value);`,
  curl: ({ origin, sdkKey }) => `curl ${origin}/api/v1/flags -H 'x-sdk-key: ${sdkKey}'`,
};

export const snippet = (language: Language, values: SnippetValues) => SNIPPETS[language](values);
