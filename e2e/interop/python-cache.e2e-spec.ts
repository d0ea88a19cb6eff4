import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { aFlag, aProject, sharedCluster } from '@burgee/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';

const run = promisify(execFile);
const { url, services } = sharedCluster();
const ADDRESSES = [url, services['sdk-gateway-1']!.url];
/** Kept between runs. Fixed versions, so that the same runs everywhere. */
const FOLDER = join(process.cwd(), '.burgee', 'cachecontrol-0.14.4');
const FROM_PYPI = ['cachecontrol==0.14.4', 'requests==2.34.2'];

/** Reads with each key in turn, as one process that caches. */
const PROGRAM = `
import json, sys, requests
from cachecontrol import CacheControl
session = CacheControl(requests.Session())
address, keys = sys.argv[1], sys.argv[2:]
answers = [session.get(address + '/api/v1/flags', headers={'x-sdk-key': key}) for key in keys]
print(json.dumps([[answer.from_cache, [flag['key'] for flag in answer.json()]] for answer in answers]))
`;

describe("Python's cachecontrol over requests", () => {
  beforeAll(async () => {
    if (existsSync(join(FOLDER, 'bin', 'installed'))) return;
    await run('python3', ['-m', 'venv', '--clear', FOLDER]);
    await run(join(FOLDER, 'bin', 'pip'), ['install', '--quiet', '--disable-pip-version-check', ...FROM_PYPI]);
    await run('touch', [join(FOLDER, 'bin', 'installed')]);
  }, 240_000);

  it.each(ADDRESSES)('gives the flags of one key to no other, and still revalidates, at %s', async (address) => {
    const projects = [await aProject(url), await aProject(url)];
    const [a, b] = projects.map(({ development }) => development.sdk_key) as [string, string];
    await aFlag(projects[0]!, { key: 'of-a' });
    await aFlag(projects[1]!, { key: 'of-b' });
    const { stdout } = await run(join(FOLDER, 'bin', 'python'), ['-c', PROGRAM, address, a, b, b, a]);
    expect(JSON.parse(stdout)).toEqual([
      [false, ['of-a']],
      [false, ['of-b']],
      [true, ['of-b']],
      [false, ['of-a']],
    ]);
  });
});
