import { expect, it } from '@jest/globals';
import { highlight } from './highlight.js';
import { LANGUAGES, loadSnippet } from './snippets/languages.js';

const VALUES = {
  origin: 'https://flags.example.com',
  sdkKey: 'sdk-1',
  clientKey: 'client-1',
  flagKey: 'new-checkout',
  type: 'boolean',
} as const;

it.each(LANGUAGES)('the tokens of %s add up to the exact code, and some have a kind', async (language) => {
  const code = (await loadSnippet(language))(VALUES);
  const pieces = highlight(code, language);
  expect(pieces.map(({ text }) => text).join('')).toBe(code);
  expect(pieces.some(({ kind, text }) => kind === 'string' && text.includes(language === 'curl' ? 'sdk' : '1'))).toBe(
    true,
  );
});
