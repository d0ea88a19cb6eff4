import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export type LanguageName = 'go' | 'python' | 'java' | 'rust' | 'php' | 'ruby';

/**
 * @param manifests the folder with the packages; default: the packages of the language's example
 * @returns the command that runs the program in this file. @throws what to install, when the machine lacks it
 */
type Prepare = (file: string, manifests?: string) => Promise<[string, ...string[]]>;

const { href } = pathToFileURL(join(process.cwd(), 'examples', 'languages.mjs'));

/** How the examples run programs of other languages. */
export const { LANGUAGES } = (await import(href)) as { LANGUAGES: Record<LanguageName, Prepare> };
