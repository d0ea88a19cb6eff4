import { distance } from 'fastest-levenshtein';

/** Two typos; more would match a variable like PORT of another program to a setting. */
const SLIPS_AT_MOST = 2;
const LETTERS_AT_LEAST = 8;

/** Variables that are no settings but resemble one, such as `STREAMS_ATMOST`, each with the nearest setting. */
export function misspelt(variables: readonly string[], settings: readonly string[]): [string, string][] {
  const known = new Set(settings.flatMap((name) => [name, `${name}_FILE`]));
  const long = [...known].filter((name) => name.length >= LETTERS_AT_LEAST);
  return variables
    .filter((variable) => !known.has(variable))
    .flatMap((variable): [string, string][] => {
      const near = long
        .map((name): [string, number] => [name, distance(variable, name)])
        .filter(([, slips]) => slips <= SLIPS_AT_MOST)
        .toSorted(([, one], [, other]) => one - other);
      return near[0] ? [[variable, near[0][0]]] : [];
    });
}
