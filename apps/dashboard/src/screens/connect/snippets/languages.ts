import type { Snippet } from './snippet.js';

export const LANGUAGES = [
  'JavaScript',
  'React',
  'Node.js',
  'OpenFeature',
  'Unleash',
  'Go',
  'Python',
  'Java',
  'curl',
] as const;
export type Language = (typeof LANGUAGES)[number];
export const FIRST_LANGUAGE: Language = 'JavaScript';

/** Languages that run in a page: they use the client key, and need a registered address. */
export const isInPages = (language: Language): boolean => language === 'JavaScript' || language === 'React';

/** Each loads when its tab opens. */
const LOADS: Record<Language, () => Promise<Snippet>> = {
  JavaScript: async () => (await import('./javascript.js')).javascript,
  React: async () => (await import('./react.js')).react,
  'Node.js': async () => (await import('./node.js')).node,
  OpenFeature: async () => (await import('./open-feature.js')).openFeature,
  Unleash: async () => (await import('./unleash.js')).unleash,
  Go: async () => (await import('./go.js')).go,
  Python: async () => (await import('./python.js')).python,
  Java: async () => (await import('./java.js')).java,
  curl: async () => (await import('./curl.js')).curl,
};

export const loadSnippet = (language: Language): Promise<Snippet> => LOADS[language]();
