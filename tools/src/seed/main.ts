import { randomBytes } from 'node:crypto';
import { LARGE, LargeProject } from './large-project.js';
import { readOptions, USAGE } from './read-options.js';
import { runningUrl } from './running-url.js';

const EVERY_MILLISECONDS = 2_000;

/** Prints a line now and then, and one at the end of each kind of work. */
function printProgress() {
  let last = 0;
  return (what: string, done: number, of: number) => {
    if (done < of && Date.now() - last < EVERY_MILLISECONDS) return;
    last = Date.now();
    process.stdout.write(`  ${what}: ${done} of ${of}\n`);
  };
}

async function seed(url: string): Promise<void> {
  const token = process.env.BURGEE_TOKEN;
  const project = new LargeProject(url, randomBytes(9).toString('base64url'), LARGE, printProgress(), token);
  process.stdout.write(`Filling ${url} with a new project …\n`);
  const id = await project.create();
  process.stdout.write(
    `Done: ${new URL(`/projects/${id}/flags`, url).href}\n` +
      (token ? '' : `Sign in as ${project.email} with the password ${project.password}\n`),
  );
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options) await seed(options.url ?? runningUrl());
  else process.stdout.write(`${USAGE}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
