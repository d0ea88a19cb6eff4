import { parseArgs } from 'node:util';
import { printable } from '@burgee/process-kit';
import { runningUrl } from '../seed/running-url.js';
import { credentialsOf } from '../burgee-client.js';
import { BurgeeProject } from '../burgee-project.js';
import { describeImport, planImport, type Step } from './plan-import.js';
import { readDocument } from './unleash-document.js';

const USAGE = `npm run import -- unleash                     shows what would happen; docs/guides/from-unleash.md
  --url URL --token TOKEN    Unleash, and a token for server SDKs, which is of one environment
  --file FILE                or what GET /api/client/features answered, in a file
  --to URL                   Burgee; the one that \`npm start\` runs here, unless named
  --email EMAIL              an account that may edit the environment; its password in BURGEE_PASSWORD. Or an API token in
                             BURGEE_TOKEN, with read, switch, edit and manage
  --project NAME --environment NAME
  --apply                    does it`;

const text = { type: 'string' } as const;

async function apply(project: BurgeeProject, steps: readonly Step[]): Promise<number> {
  const todo = steps.flatMap((step) => (step.kind === 'create' || step.kind === 'change' ? [step] : []));
  for (const [index, step] of todo.entries()) {
    const id = step.kind === 'change' ? step.id : await project.create(step.flag);
    await project.setValue(id, step.flag.value);
    if ((index + 1) % 25 === 0 || index + 1 === todo.length)
      process.stdout.write(`  ${index + 1} of ${todo.length} flags\n`);
  }
  return todo.length;
}

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      url: text,
      token: text,
      file: text,
      to: text,
      email: text,
      project: text,
      environment: text,
      apply: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return void process.stdout.write(`${USAGE}\n`);
  const { to, email, project, environment } = values;
  const isNamed = positionals.join(' ') === 'unleash' && project && environment;
  if (!isNamed) throw new Error(USAGE);
  const credentials = credentialsOf(email);
  const { features } = await readDocument(values);
  const place = { url: to ?? runningUrl(), ...credentials, project, environment };
  const burgee = await BurgeeProject.open(place);
  const plan = planImport(features, await burgee.flags());
  process.stdout.write(printable(`${describeImport(plan)}\n`));
  if (!values.apply) return void process.stdout.write('Nothing was changed. With --apply it is done.\n');
  process.stdout.write(`Done: ${await apply(burgee, plan.steps)} flags made or changed.\n`);
}

try {
  await run();
} catch (error) {
  process.stderr.write(printable(`${error instanceof Error ? error.message : String(error)}\n`));
  process.exitCode = 1;
}
