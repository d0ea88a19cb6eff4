/** One way to break a promise, and the tests that have to notice. */
export interface Mutant {
  /** What is broken. */
  name: string;
  /** What that means in this code, where it is not plain. */
  here?: string;
  edits: Edit[];
  /** The spec file to run; with ` ~`, only the tests whose names match what follows it. */
  suite: string;
  /** A part of the name of the test that has to go red. */
  killer: string;
}

/** Changes the text of one symbol. */
export interface Edit {
  file: string;
  /** A function, class, member, constant or property, with the names around it: `Tickets.read`. */
  symbol: string;
  /** Occurs once in the symbol. Without it, the body of the function or the value of the constant is replaced. */
  find?: string;
  replace: string;
}

/** Replaces a part of a symbol. */
export const edit = (file: string, symbol: string, find: string, replace: string): Edit => ({
  file,
  symbol,
  find,
  replace,
});

/** Replaces the body of a function or method, or the value of a constant or property. */
export const rewrite = (file: string, symbol: string, replace: string): Edit => ({ file, symbol, replace });
