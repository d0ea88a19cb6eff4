import { isDatabaseUnavailable, refusalOf, REFUSALS } from '@burgee/process-kit';
import { CommanderError } from 'commander';
import { text } from 'node:stream/consumers';
import { EXIT, type Outcome, Refused } from './outcome.js';
import { makeProgram } from './program.js';

interface Out {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** What the operator can do about an error of Postgres. */
function adviceFor(error: unknown): string {
  if ((error as { code?: string }).code === '42501')
    return '\nThe user in DATABASE_URL lacks a right that this needs. A migration needs: alter role … createrole.';
  const refusal = refusalOf(error);
  if (refusal) return `\nPostgres ${REFUSALS[refusal]}.`;
  return isDatabaseUnavailable(error) ? '\nPostgres does not answer. Burgee is not ready without it.' : '';
}

/** @throws when a person would have to type it */
function readInput(): Promise<string> {
  if (process.stdin.isTTY) throw new Refused('This command reads a .env from its input. Add <.env to the command.');
  return text(process.stdin);
}

/**
 * Runs one command of `burgee-operator`, which may read `input`. The outcome goes to `out`, as text or JSON; progress and errors go to `err` as text.
 * @returns the exit code
 */
export async function run(
  args: readonly string[],
  out: Out,
  err: Out,
  input: () => Promise<string> = readInput,
): Promise<number> {
  let outcome: Outcome | undefined;
  const program = makeProgram(out.isTTY === true, {
    out: (text) => void out.write(text),
    say: (line) => void err.write(`${line}\n`),
    done: (one) => (outcome = one),
    input,
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    // A file for another program: the command has written it.
    if (!outcome) return EXIT.done;
    const { lines, facts, code = EXIT.done } = outcome as Outcome;
    const isJson = program.opts<{ output: string }>().output === 'json';
    out.write(isJson ? `${JSON.stringify(facts)}\n` : lines.map((line) => `${line}\n`).join(''));
    return code;
  } catch (error) {
    // Commander has printed it.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.unclear;
    err.write(`${error instanceof Error ? error.message : String(error)}${adviceFor(error)}\n`);
    return error instanceof Refused ? error.code : EXIT.failed;
  }
}
