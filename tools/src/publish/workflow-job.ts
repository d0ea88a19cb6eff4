import { parse } from 'yaml';

/** Commands for GitHub, or for a Docker that asks for an account and a builder. */
const LEFT_OUT = /^(?:docker|gh) /;

interface Workflow {
  jobs: Record<string, { steps: { run?: string }[] }>;
}

/**
 * What a job of the workflow runs, as one script of bash.
 * @param replacements parts of commands, and what stands for them on this machine
 * @throws for a job without commands, and for a part that none has
 */
export function scriptOf(workflow: string, job: string, replacements: Record<string, string> = {}): string {
  const { steps = [] } = (parse(workflow) as Workflow).jobs[job] ?? {};
  const lines = steps.flatMap(({ run = '' }) => run.split('\n')).filter((line) => line !== '' && !LEFT_OUT.test(line));
  if (lines.length === 0) throw new Error(`The workflow has no commands for ${job}.`);
  return Object.entries(replacements).reduce((script, [part, instead]) => {
    if (!script.includes(part)) throw new Error(`No command of ${job} has “${part}”.`);
    return script.replaceAll(part, instead);
  }, lines.join('\n'));
}
