/**
 * The files that every request of a kind enters, and no idle process does.
 * @param requests the functions called in a window with one such request each, as `CalledFunctions` gives them
 * @param idle the functions called in windows without one
 * @returns source files from the root, sorted
 */
export function filesOfKind(requests: readonly Set<string>[], idle: readonly Set<string>[]): string[] {
  const [first = new Set<string>(), ...others] = requests;
  const own = [...first].filter(
    (name) => others.every((called) => called.has(name)) && !idle.some((called) => called.has(name)),
  );
  return filesOf(own);
}

/** The source files of functions. */
export function filesOf(functions: Iterable<string>): string[] {
  const files = [...functions].map((name) => name.slice(0, name.indexOf('#')));
  return [...new Set(files.map((file) => file.replace('/dist/', '/src/').replace(/\.js$/, '.ts')))].toSorted();
}
