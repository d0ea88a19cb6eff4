import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { FieldFault } from '@burgee/contracts/wire';
import type { Imported } from '@burgee/contracts/http';
import { BurgeeClient, credentialsOf } from '../burgee-client.js';
import { findByIdOrName } from '../find-by-id-or-name.js';
import { printable } from '@burgee/process-kit';
import { readText } from '../read-text.js';
import { runningUrl } from '../seed/running-url.js';
import { describeFaults, describePlan } from './describe-plan.js';
import { showProgress } from './show-progress.js';

const USAGE = `npm run export -- --project NAME [FILE]          a project as one document; docs/guides/export-and-import.md
npm run import:project -- --project NAME FILE   shows what a document would change
  --project NAME       or a slug, or an id where others have the same name
  --url URL            Burgee; the one that \`npm start\` runs here, unless named
  --email EMAIL        an account that may see the project, or for an import administers it; its password in BURGEE_PASSWORD
                       Or an API token in BURGEE_TOKEN, with read; for an import also switch, edit and manage
  --environments SLUGS of an export, with commas in between
  --apply              imports what was shown`;

const text = { type: 'string' } as const;
const OPTIONS = { url: text, email: text, project: text, environments: text, apply: { type: 'boolean' } } as const;

async function exportTo(
  client: BurgeeClient,
  id: string,
  environments: string | undefined,
  file: string,
): Promise<void> {
  const query = environments === undefined ? '' : `?${new URLSearchParams({ environments })}`;
  const document = await client.text(`/api/projects/${id}/export${query}`);
  await writeFile(file, document);
  process.stdout.write(`${file}: ${Buffer.byteLength(document)} bytes.\n`);
}

async function importFrom(client: BurgeeClient, id: string, file: string, isApplied: boolean): Promise<void> {
  const document = await readText(file);
  const send = (query: Record<string, string>) =>
    client.send(
      `/api/projects/${id}/import?${new URLSearchParams(query)}`,
      document,
      showProgress(process.stderr),
    ) as Promise<unknown> as Promise<Imported>;
  const plan = await send({ dry_run: 'true' });
  process.stdout.write(printable(describePlan(plan)));
  if (!isApplied) return void process.stdout.write('Nothing was changed. With --apply it is done.\n');
  await send({ if_match: plan.tag });
  process.stdout.write('Done.\n');
}

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: OPTIONS });
  const [command, file, ...more] = positionals;
  const { email, project, url, environments, apply = false } = values;
  if (!project || more.length > 0 || (command === 'import' && !file)) throw new Error(USAGE);
  const credentials = credentialsOf(email);
  const client = new BurgeeClient(url ?? runningUrl());
  await client.signIn(credentials);
  const projects = await client.list<{ id: string; name: string; slug: string }>('/api/projects');
  const { id } = findByIdOrName(projects, project, 'project');
  if (command === 'export') await exportTo(client, id, environments, file ?? 'burgee.json');
  else await importFrom(client, id, file as string, apply);
}

try {
  await run();
} catch (error) {
  const errors = (error as { errors?: FieldFault[] }).errors;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(printable(`${message}\n${describeFaults(errors ?? [])}`));
  process.exitCode = 1;
}
