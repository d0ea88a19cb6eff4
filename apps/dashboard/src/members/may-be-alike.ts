/** The actor of changes that no person made. */
export const BURGEE = '00000000-0000-0000-0000-000000000000';

/** The letters of a name that no other letters look like. */
const firmLetters = (name: string) => name.toLowerCase().replaceAll(/[^abcdefghjkpqstuvwxyz]/g, '');

/** Whether some of these names may look the same, so that it is worth to load the code that knows. */
export const mayBeAlike = (names: readonly string[]): boolean =>
  names.some((name) => /[^ -~]|U\+/.test(name)) || new Set(names.map(firmLetters)).size < names.length;
