import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';

const FOLDER = join('.github', 'workflows');
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}
interface Job {
  needs?: string | string[];
  permissions?: Record<string, string>;
  environment?: string;
  steps?: Step[];
}

const workflow = parse(read('release.yml')) as {
  on: object;
  permissions: object;
  jobs: Record<string, Job>;
};
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const jobs = Object.entries(workflow.jobs);
const commandsOf = ({ steps = [] }: Job) => steps.flatMap(({ run = '' }) => [...run.matchAll(/npm run ([\w:]+)/g)]);

/** The jobs that end before it begins. */
function before(name: string): Set<string> {
  const direct = [workflow.jobs[name]?.needs ?? []].flat();
  return new Set(direct.flatMap((one) => [one, ...before(one)]));
}

it.each(readdirSync(FOLDER))('%s names each action by the hash of a commit, and its version', (name) => {
  const uses = [...read(name).matchAll(/uses: (.+)/g)].map(([, action = '']) => action);
  expect(uses.length).toBeGreaterThan(0);
  for (const action of uses) expect(action).toMatch(/^(\.\/.+|[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/);
});

it.each(readdirSync(FOLDER))('%s lets no pull request run with rights or in a command', (name) => {
  const { permissions } = parse(read(name)) as { permissions: object };
  expect([{}, { contents: 'read' }]).toContainEqual(permissions);
  expect(read(name)).not.toMatch(/pull_request_target|workflow_run|github\.(event|head_ref)/);
});

it('each change is compared with known vulnerabilities', () => {
  const { jobs } = parse(read('ci.yml')) as { jobs: Record<string, Job> };
  expect(jobs['audit']?.steps?.at(-1)?.run).toBe('node tools/burgee.mjs audit');
});

describe('the workflow of a release', () => {
  it('begins with a tag of a version', () => expect(workflow.on).toEqual({ push: { tags: ['v*'] } }));

  it('gives each job the permissions that it needs', () => {
    expect(workflow.permissions).toEqual({});
    expect(Object.fromEntries(jobs.map(([name, { permissions }]) => [name, permissions]))).toEqual({
      ci: { contents: 'read' },
      build: { contents: 'read' },
      approve: {},
      images: { contents: 'read', packages: 'write' },
      'join-images': { contents: 'read', packages: 'write' },
      'sign-images': { packages: 'write', 'id-token': 'write', attestations: 'write' },
      chart: { packages: 'write', 'id-token': 'write' },
      packages: { contents: 'read', 'id-token': 'write' },
      release: { contents: 'write', 'id-token': 'write', attestations: 'write' },
    });
  });

  it('publishes nothing before all checks are green and a reviewer has approved', () => {
    expect(workflow.jobs['approve']).toMatchObject({ environment: 'release', needs: ['ci', 'build'] });
    const publishing = jobs.filter(([, { permissions }]) => Object.values(permissions ?? {}).includes('write'));
    expect(publishing.map(([name]) => name).filter((name) => !before(name).has('approve'))).toEqual([]);
    expect([...before('release')].toSorted()).toEqual(
      jobs
        .map(([name]) => name)
        .filter((name) => name !== 'release')
        .toSorted(),
    );
  });

  it('calls commands of package.json', () => {
    const called = jobs.flatMap(([, job]) => commandsOf(job).map(([, name = '']) => name));
    expect([...new Set(called)].toSorted()).toEqual(['release', 'release:images', 'release:packages']);
    expect(called.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  it('installs and builds nothing where a job can sign or publish to npm', () => {
    const signing = jobs.filter(([, { permissions }]) => permissions?.['id-token']);
    expect(signing.flatMap(([, job]) => commandsOf(job).map(([command]) => command))).toEqual([
      'npm run release:packages',
    ]);
    const program = scripts['release:packages']?.replace('node ', '') ?? '';
    expect(readFileSync(program, 'utf8').match(/from '(?!node:|\.\/bootstrap\.mjs)|import\(|bootstrap\(/)).toBeNull();
  });

  it('publishes packages from an environment that npm can ask for', () =>
    expect(workflow.jobs['packages']).toMatchObject({ environment: 'npm' }));

  it('publishes packages by Node 24', () => {
    const node = workflow.jobs['packages']?.steps?.find(({ uses }) => uses?.startsWith('actions/setup-node@'));
    expect(node?.with?.['node-version']).toBe(24);
  });
});
