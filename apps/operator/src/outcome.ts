/** The exit codes, as `burgee-operator --help` lists them. */
export const EXIT = { done: 0, failed: 1, unclear: 2 } as const;

/** What a command has done or found: the same facts as lines for a person and as JSON for a program. */
export interface Outcome {
  lines: readonly string[];
  facts: object;
  code?: number;
}

/** Where a command says how far it is. */
export type Say = (line: string) => void;

/** A refusal with the exit code that it means. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly code: number = EXIT.failed,
  ) {
    super(message);
  }
}
