import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aFlag, aProject, type Project, sharedCluster } from '@burgee/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

const ROOT = process.cwd();
const BIN = join(ROOT, 'libs', 'cli', 'dist', 'bin.js');

let folder: string;
let project: Project;
beforeAll(async () => {
  // Inside of the workspace, so that what is generated finds the packages it declares for.
  folder = mkdtempSync(join(ROOT, 'e2e', 'cli', 'fixtures-'));
  project = await aProject(sharedCluster().url);
  await aFlag(project, { key: 'new-checkout' });
  await aFlag(project, { key: 'theme', type: 'string' });
  await aFlag(project, { key: 'a.limit', type: 'number' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Result {
  code: number;
  out: string;
  err: string;
}

function burgee(args: string[], environment: Record<string, string> = {}): Promise<Result> {
  const env = {
    PATH: process.env.PATH,
    BURGEE_URL: sharedCluster().url,
    BURGEE_SDK_KEY: project.development.sdk_key,
    ...environment,
  };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [BIN, ...args], { cwd: folder, env }, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

describe('burgee types', () => {
  let file: string;
  beforeEach(() => {
    file = join(folder, 'burgee-flags.d.ts');
    rmSync(file, { force: true });
  });

  it('writes the keys and types of a project, sorted', async () => {
    expect(await burgee(['types'])).toEqual({ code: 0, out: 'burgee-flags.d.ts: 3 flags.\n', err: '' });
    const fields = [...readFileSync(file, 'utf8').matchAll(/^ {4}(.*);$/gm)].map(([, field]) => field);
    expect(fields).toEqual([`"a.limit": "number"`, `"new-checkout": "boolean"`, `"theme": "string"`]);
  });

  it('lets nothing compile but these keys with their types, for the SDK, React and OpenFeature', async () => {
    await burgee(['types', '--openfeature']);
    const use = (key: string, theme: string) => `
      import { createClient } from '@burgee/sdk';
      import { useBooleanFlagValue } from '@burgee/react';
      import { OpenFeature } from '@openfeature/server-sdk';
      import { OpenFeature as Web } from '@openfeature/web-sdk';
      const client = createClient({ sdkKey: '', baseUrl: '' });
      client.bool('${key}', false);
      client.string('${theme}', 'light');
      useBooleanFlagValue('${key}', false);
      void OpenFeature.getClient().getBooleanValue('${key}', false);
      Web.getClient().getStringValue('${theme}', 'light');
    `;
    const compile = (key: string, theme: string): string[] => {
      writeFileSync(join(folder, 'use.ts'), use(key, theme));
      const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types'];
      const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
      const { stdout } = spawnSync(tsc, [...options, 'node', 'use.ts', file], { cwd: folder, encoding: 'utf8' });
      return [...stdout.matchAll(/use\.ts\((\d+),/g)].map(([, line]) => String(line));
    };
    expect(compile('new-checkout', 'theme')).toEqual([]);
    expect(compile('new-chekout', 'theme')).toEqual(['7', '9', '10']);
    expect(compile('new-checkout', 'a.limit')).toEqual(['8', '11']);
  }, 120_000);

  it('--check fails while the file is missing or old, writes nothing, and passes when it is right', async () => {
    const missing = await burgee(['types', '--check']);
    expect([missing.code, missing.err, existsSync(file)]).toEqual([1, expect.stringContaining('is missing'), false]);
    writeFileSync(file, 'old');
    const old = await burgee(['types', '--check']);
    expect([old.code, old.err]).toEqual([1, expect.stringContaining('not up to date. Run the same without --check')]);
    expect(readFileSync(file, 'utf8')).toBe('old');
    await burgee(['types']);
    expect(await burgee(['types', '--check'])).toMatchObject({ code: 0, out: expect.stringContaining('up to date') });
    const written = readFileSync(file, 'utf8');
    writeFileSync(file, `\ufeff${written.replaceAll('\n', '\r\n')}`);
    expect(await burgee(['types', '--check'])).toMatchObject({ code: 0 });
  });

  it.each([
    ['without a key', ['types'], { BURGEE_SDK_KEY: '' }, 'Set BURGEE_SDK_KEY'],
    ['with a wrong key', ['types', '--key', 'bge_sdk_wrong'], {}, 'answered 401: '],
    ['with a client key', ['types', '--key', 'CLIENT_KEY'], {}, 'client keys cannot read'],
    ['with a key that is not ASCII', ['types', '--key', 'bge_sdk_ключ'], {}, 'This is not an SDK key'],
    ['with a key of several lines', ['types'], { BURGEE_SDK_KEY: 'bge_sdk_x\nbge_sdk_y' }, 'This is not an SDK key'],
    ['when nothing answers', ['types', '--url', 'http://127.0.0.1:9'], {}, 'Set its address with --url'],
    ['where something else answers', ['types', '--url', 'URL/else'], {}, 'Is Burgee at that address?'],
    ['with an unknown option', ['types', '--kye', 'x'], {}, "Unknown option '--kye'"],
    ['with an unknown command', ['tpyes'], {}, 'There is no command "tpyes"'],
  ])('says what to do %s, and writes nothing', async (_, args, environment, message) => {
    const given = args.map((argument) =>
      argument.replace('URL', sharedCluster().url).replace('CLIENT_KEY', project.development.client_key),
    );
    const { code, out, err } = await burgee(given, environment);
    expect([code, out, err, existsSync(file)]).toEqual([1, '', expect.stringContaining(message), false]);
  });
});
