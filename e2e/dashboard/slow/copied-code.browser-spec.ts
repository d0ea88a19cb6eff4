import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { aFlag, aProject, eventually, TestClient, sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { toggle } from '../../interface/flag-calls.js';
import { aBrowser } from '../browser.js';
import { chooseFlag, openLine } from '../screens.js';
import { pageServer } from '../serve-page.js';

const { url } = sharedCluster();
const browser = aBrowser();
const serve = pageServer();
const PRINTED = [
  ['boolean', null, 'true'],
  ['string', 'é', 'é'],
  ['number', '42', '42'],
  ['json', '{"plan":"pro"}', "{ plan: 'pro' }"],
] as const;

/** Runs the code, passes its first line of output to `use`, and stops the code when `use` has finished. */
async function whileRunning(code: string, use: (line: string) => unknown): Promise<void> {
  // In the repository, so that imports find the packages.
  await mkdir('.burgee', { recursive: true });
  const folder = await mkdtemp(resolve('.burgee', 'unleash-'));
  await writeFile(join(folder, 'app.mjs'), code);
  // Where Unleash's SDK keeps a copy of the flags.
  const env = { ...process.env, TMPDIR: folder };
  const app = spawn(process.execPath, ['app.mjs'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(app, 'exit');
  try {
    await use((await createInterface(app.stdout)[Symbol.asyncIterator]().next()).value);
  } finally {
    app.kill();
    await ended;
    await rm(folder, { recursive: true });
  }
}

describe('the page "Connect an app"', () => {
  it('has code for Node that runs as copied', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const page = await browser.open(project.owner, `/projects/${project.id}/connect`);
    await page.getByRole('tab', { name: 'Node.js' }).click();
    const code = await page.getByLabel('Node.js snippet', { exact: true }).innerText();
    const folder = await mkdtemp(join(tmpdir(), 'burgee-app-'));
    await writeFile(join(folder, 'burgee.mjs'), (await new TestClient(url).get('/sdk.js')).text);
    await writeFile(join(folder, 'app.mjs'), code);
    const app = spawn(process.execPath, ['app.mjs'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = createInterface(app.stdout)[Symbol.asyncIterator]();
    try {
      expect((await lines.next()).value).toBe(`${flag.key}: false`);
      await page.getByText('Connected to Development.').waitFor();
      await page.getByRole('switch', { name: `${flag.key} in Development` }).click();
      expect((await lines.next()).value).toBe(`${flag.key}: true`);
    } finally {
      app.kill();
      await rm(folder, { recursive: true });
    }
  });

  it('has code for OpenFeature that runs as copied', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project, { type: 'number' });
    await project.owner.client.patch(`/api/flags/${flag.id}/environments/${project.development.id}`, {
      is_enabled: true,
      rollout_percentage: 100,
      targeting_return_value: '42',
    });
    const page = await browser.open(project.owner, `/projects/${project.id}/flags/${flag.id}?tab=code`);
    await page.getByRole('tab', { name: 'OpenFeature' }).click();
    const code = await page.getByLabel('OpenFeature snippet', { exact: true }).innerText();
    await mkdir('.burgee', { recursive: true });
    const folder = await mkdtemp(join('.burgee', 'open-feature-'));
    try {
      await writeFile(join(folder, 'app.mjs'), code);
      const run = () => promisify(execFile)(process.execPath, [join(folder, 'app.mjs')]);
      expect(await run()).toEqual({ stdout: `${flag.key}: 42\n`, stderr: '' });
      await toggle(project.owner, flag, project.development, false);
      expect(await run()).toEqual({ stdout: `${flag.key}: 0\n`, stderr: '' });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("has code for Unleash's SDK that runs as copied, for each type", async () => {
    const project = await aProject(url);
    for (const [type, targeting_return_value] of PRINTED) {
      const flag = await aFlag(project, { key: `a-${type}`, type });
      const path = `/api/flags/${flag.id}/environments/${project.development.id}`;
      await project.owner.client.patch(path, { is_enabled: true, targeting_return_value });
    }
    const page = await browser.open(project.owner, `/projects/${project.id}/connect`);
    for (const [type, , printed] of PRINTED) {
      await chooseFlag(page, `a-${type}`);
      await page.getByRole('tab', { name: 'Unleash' }).click();
      const code = await page
        .getByLabel('Unleash snippet', { exact: true })
        .filter({ hasText: `a-${type}` })
        .innerText();
      await whileRunning(code, (line) => expect(line).toBe(`a-${type}: ${printed}`));
    }
  });

  it("warns where Unleash's SDKs decide differently, and at the value where one is in use", async () => {
    const project = await aProject(url);
    const flag = await aFlag(project, { type: 'number' });
    const { development, owner } = project;
    await owner.client.patch(`/api/flags/${flag.id}/environments/${development.id}`, {
      is_enabled: true,
      targeting_attribute: 'userId',
      targeting_value: 'user-1',
      targeting_return_value: '42',
    });
    const address = `/projects/${project.id}/flags/${flag.id}`;
    const page = await browser.open(owner, `${address}?tab=code`);
    await page.getByRole('tab', { name: 'Unleash' }).click();
    const warning = page.getByRole('status').filter({ hasText: 'Unleash SDKs evaluate this flag differently' });
    await eventually(async () =>
      expect(await warning.getByRole('listitem').innerText()).toBe(
        'Development: A rule on userId is compared with the targeting key. In all server SDKs.',
      ),
    );
    await whileRunning(await page.getByLabel('Unleash snippet', { exact: true }).innerText(), async (line) => {
      expect(line).toBe(`${flag.key}: 42`);
      await eventually(async () => {
        const { body } = await owner.client.get(`/api/projects/${project.id}/environments/${development.id}/usage`);
        expect(body.apps).toMatchObject([{ app: 'my-app', sdk: 'unleash-node-sdk' }]);
      });
    });
    await page.goto(url + address);
    await openLine(page);
    const beside = page.getByRole('status').filter({ hasText: 'which evaluate this value differently' });
    await eventually(async () =>
      expect(await beside.getByRole('listitem').innerText()).toBe(
        'A rule on userId is compared with the targeting key. In the Node SDK.',
      ),
    );
  });

  it('has code for React that runs as copied', async () => {
    let script = '';
    const origin = await serve(() => `<!doctype html><div id="root"></div><script>${script}</script>`);
    const project = await aProject(url, { environments: [{ name: 'Web', url: origin }] });
    const flag = await aFlag(project);
    const page = await browser.open(project.owner, `/projects/${project.id}/connect`);
    await page.getByRole('tab', { name: 'React' }).click();
    const code = await page.getByLabel('React snippet', { exact: true }).innerText();
    // In the repository, so that imports find the packages.
    await mkdir('.burgee', { recursive: true });
    const folder = await mkdtemp(join('.burgee', 'react-'));
    try {
      await writeFile(join(folder, 'app.jsx'), code);
      const main = `import { createRoot } from 'react-dom/client'; import { App } from './app.jsx';
        createRoot(document.getElementById('root')).render(<App />);`;
      await writeFile(join(folder, 'main.jsx'), main);
      const esbuild = join('node_modules', 'esbuild', 'bin', 'esbuild');
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [esbuild, join(folder, 'main.jsx'), '--bundle', '--jsx=automatic', '--minify', '--charset=ascii'],
        { maxBuffer: 8 * 1024 * 1024 },
      );
      script = stdout.replaceAll('</script', String.raw`<\/script`);
    } finally {
      await rm(folder, { recursive: true });
    }
    const app = await page.context().newPage();
    await app.goto(origin);
    await app.getByText(`${flag.key}: false`).waitFor();
    await page.getByText('Connected to Web.').waitFor();
    await page.getByRole('switch', { name: `${flag.key} in Web` }).click();
    await app.getByText(`${flag.key}: true`).waitFor();
    await eventually(async () => expect(await app.locator('#root').innerText()).toBe(`${flag.key}: true`));
  });
});
