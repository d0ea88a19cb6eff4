import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { LARGE, LargeProject } from './large-project.js';
import { runningUrl } from './running-url.js';

const USAGE =
  'Say `npm run seed -- --large`. With --url it fills another Burgee than the one that `npm start` runs here.';
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

try {
  const { values } = parseArgs({ options: { large: { type: 'boolean' }, url: { type: 'string' } } });
  if (!values.large) throw new Error(USAGE);
  const url = values.url ?? runningUrl();
  const project = new LargeProject(url, randomBytes(9).toString('base64url'), LARGE, printProgress());
  process.stdout.write(`Filling ${url} with a new project …\n`);
  const id = await project.create();
  process.stdout.write(
    `Done: ${new URL(`/projects/${id}/flags`, url).href}\n` +
      `Sign in as ${project.email} with the password ${project.password}\n`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
