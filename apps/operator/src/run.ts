import { isDatabaseUnavailable, refusalOf, REFUSALS } from '@burgee/process-kit';
import { CommanderError } from 'commander';
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

/**
 * Runs one command of `burgee-operator`. The outcome goes to `out`, as text or JSON; progress and errors go to `err` as text.
 * @returns the exit code
 */
export async function run(args: readonly string[], out: Out, err: Out): Promise<number> {
  let outcome: Outcome = { lines: [], facts: {} };
  const program = makeProgram(out.isTTY === true, {
    out: (text) => void out.write(text),
    say: (line) => void err.write(`${line}\n`),
    done: (one) => (outcome = one),
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    const { lines, facts, code = EXIT.done } = outcome;
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
