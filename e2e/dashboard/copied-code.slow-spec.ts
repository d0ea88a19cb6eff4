import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { aFlag, aProject, TestClient, sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { aBrowser } from './browser.js';
import { pageServer } from './serve-page.js';

const { url } = sharedCluster();
const browser = aBrowser();
const serve = pageServer();

describe('the page "Connect an app"', () => {
  it('has code for Node that runs as it is copied', async () => {
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

  it('has code for OpenFeature that runs as it is copied', async () => {
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
      const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'app.mjs')]);
      expect(stdout).toBe(`${flag.key}: 42\n`);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('has code for React that runs as it is copied', async () => {
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
    expect(await app.locator('#root').innerText()).toBe(`${flag.key}: true`);
  });
});
