import type { Language } from './languages.js';

/** The package for each language that has one. npm adds what these ask for. */
const PACKAGES: Partial<Record<Language, string>> = {
  JavaScript: '@burgee/sdk',
  React: '@burgee/react',
  'Node.js': '@burgee/sdk',
  OpenFeature: '@burgee/openfeature-server',
};

/** Takes the scope from this Burgee, in one project, and installs a package of it. */
export function installLines(language: Language, origin: string): string | undefined {
  const name = PACKAGES[language];
  return name && `npm config set @burgee:registry=${origin}/packages/ --location=project\nnpm install ${name}`;
}
