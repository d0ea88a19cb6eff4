import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aFlag, aMember, aProject } from '@burgee/testing';

const SCHEMATHESIS = '4.32.0';
/** Generated requests for each operation, in addition to those at the bounds of its schema. */
const EXAMPLES = 60;
const SEED = 20_261_123;
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];
/** They never end. `npm test` opens them. */
const STREAMS = ['followProject', 'followFlags', 'followEvaluations', 'followUnleashFeatures'];
/** Operations that would make the rest of a run fail with 401 or 404. */
const ENDS_ALL = [
  'signOut',
  'deleteProject',
  'leaveProject',
  'deleteFlag',
  'deleteEnvironment',
  'removeMember',
  'deleteOwnAccount',
];

interface Run {
  name: string;
  header: string;
  /** What stands for the ids of paths; without any they are made up. */
  ids: Record<string, string>;
  without: readonly string[];
}

/** @returns whether it ended well */
async function execute(command: string, args: readonly string[], cwd: string): Promise<boolean> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = await once(child, 'close');
  return code === 0;
}

/** Installs Schemathesis into a folder of its own, unless it is there. @returns its command */
async function install(folder: string): Promise<string> {
  const command = join(folder, 'bin', 'schemathesis');
  if (existsSync(command)) return command;
  mkdirSync(folder, { recursive: true });
  const installed =
    (await execute('python3', ['-m', 'venv', '--clear', folder], folder)) &&
    (await execute(join(folder, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${SCHEMATHESIS}`], folder));
  if (!installed) throw new Error('Schemathesis needs Python 3 with venv and pip, and the network.');
  return command;
}

async function runsOf(url: string): Promise<Run[]> {
  const project = await aProject(url);
  const [flag, member] = [await aFlag(project), await aMember(url, project, 'viewer')];
  const session = `Cookie: token=${project.owner.client.cookies.get('token')}`;
  const key = `x-sdk-key: ${project.development.sdk_key}`;
  // The run may rotate its key; it signs in with the other environment's.
  const ids = { id: project.id, flagId: flag.id, envId: project.production.id, userId: member.id };
  return [
    { name: 'session, ids that exist', header: session, ids, without: ENDS_ALL },
    { name: 'session, made-up ids', header: session, ids: {}, without: ['signOut'] },
    { name: 'SDK key', header: key, ids: {}, without: [] },
  ];
}

async function tryRun(command: string, folder: string, url: string, { name, header, ids, without }: Run) {
  console.log(`\n${name}`);
  const parameters = Object.entries(ids).map(([parameter, id]) => `"path.${parameter}" = "${id}"`);
  const config = join(folder, 'schemathesis.toml');
  writeFileSync(config, ['[parameters]', ...parameters, ''].join('\n'));
  const excluded = [...STREAMS, ...without].flatMap((one) => ['--exclude-operation-id', one]);
  const limits = ['--max-examples', String(EXAMPLES), '--seed', String(SEED), '--request-timeout', '10'];
  const options = ['--checks', CHECKS.join(), '--phases', 'coverage,fuzzing', '--generation-database', 'none'];
  const words = [...limits, ...options, '--continue-on-failure', '--warnings', 'off', '--no-color'];
  return execute(
    command,
    ['--config-file', config, 'run', `${url}/openapi.json`, '--header', header, ...excluded, ...words],
    folder,
  );
}

/**
 * Sends the requests that Schemathesis generates from the OpenAPI document, with a session and with an SDK key.
 * @returns the runs with a server error, an undocumented status or a body that does not fit
 */
export async function tryOpenApi(root: string, url: string): Promise<string[]> {
  const folder = join(root, '.burgee', `schemathesis-${SCHEMATHESIS}`);
  const command = await install(folder);
  const failed: string[] = [];
  for (const run of await runsOf(url)) if (!(await tryRun(command, folder, url, run))) failed.push(run.name);
  return failed;
}
