/** One way to break the design, and the tests that have to notice. */
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

export interface Edit {
  file: string;
  /** Stands exactly once in the file. */
  find: string;
  replace: string;
}

export const edit = (file: string, find: string, replace: string): Edit => ({ file, find, replace });
