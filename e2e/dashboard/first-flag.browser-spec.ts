import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { aFlag, aProject, aUser, PASSWORD, unique, TestClient, sharedCluster } from '@burgee/testing';
import { afterAll, describe, expect, it } from '@jest/globals';
import { aBrowser, copyWith } from './browser.js';

const { url } = sharedCluster();
const browser = aBrowser();
/** With the key that each has. */
const LANGUAGES = [
  ['JavaScript', 'Client key', 'bge_pub_'],
  ['React', 'Client key', 'bge_pub_'],
  ['Node.js', 'SDK key', 'bge_sdk_'],
  ['Go', 'SDK key', 'bge_sdk_'],
  ['Python', 'SDK key', 'bge_sdk_'],
  ['Java', 'SDK key', 'bge_sdk_'],
  ['curl', 'SDK key', 'bge_sdk_'],
] as const;
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** A page elsewhere. @returns its origin */
async function serve(html: () => string): Promise<string> {
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html()));
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

describe('from nothing to a live flag', () => {
  it('register, project, flag, key; the page turns green when an app comes in, and a switch reaches the app', async () => {
    const page = await browser.open(undefined, '/');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Email').fill(`${unique('ada')}@example.com`);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Repeat password').fill('something else');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('The passwords do not match.').waitFor();
    await page.getByLabel('Repeat password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();

    await page.getByText('Ask an admin of the project for an invitation link').waitFor();
    await page.getByRole('link', { name: 'Create your first project' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Shop');
    await page.getByRole('button', { name: 'Add environment' }).click();
    await page.getByLabel('Name of environment 3').fill('Staging');
    await page.getByRole('button', { name: 'Create project' }).click();

    await page.getByRole('button', { name: 'Create flag' }).click();
    await page.getByRole('heading', { name: 'Your flag new-checkout' }).waitFor();
    await page.getByText('Waiting for your app to connect to Development').waitFor();
    const snippetOf = (language: string) => page.getByLabel(`${language} snippet`, { exact: true });
    for (const [language, kind, prefix] of LANGUAGES) {
      await page.getByRole('tab', { name: language, exact: true }).click();
      const code = await snippetOf(language).innerText();
      expect(code).toContain(url);
      const [key = '', ...others] = new Set(code.match(/bge_\w+/g));
      expect([key.slice(0, prefix.length), others]).toEqual([prefix, []]);
      expect(await copyWith(page.getByRole('button', { name: `Copy ${kind} of Development` }), key)).toBe(key);
    }

    // An app of nothing but what is copied, on an address of its own.
    const origin = await serve(() => html);
    await page.getByRole('tab', { name: 'JavaScript' }).click();
    const html = await copyWith(page.getByRole('button', { name: 'Copy JavaScript snippet' }), /bge_pub_/);
    await page.getByLabel('Address of your page').fill('file:///tmp/index.html');
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByText('Serve the page over http').waitFor();
    await page.getByLabel('Address of your page').fill(`${origin}/index.html`);
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByText(`Only web pages of ${origin} can connect`).waitFor();
    await page.getByText('Waiting for your app to connect to Development').waitFor();
    const app = await page.context().newPage();
    await app.goto(origin);
    await page.getByText('Connected to Development.').waitFor();
    await app.getByText('new-checkout: false').waitFor();

    await page.getByRole('switch', { name: 'new-checkout in Development' }).click();
    await app.getByText('new-checkout: true').waitFor();
    await page.getByText('Your flag is live').waitFor();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
  });

  it('the code for Node runs as it is copied', async () => {
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

  it('the code for React runs as it is copied', async () => {
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

  it('errors of a registration show at their fields', async () => {
    const email = `${unique('taken')}@example.com`;
    const body = { name: 'Ada', email, password: PASSWORD, confirmPassword: PASSWORD };
    await new TestClient(url).post('/api/auth/register', body);
    const page = await browser.open(undefined, '/register');
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Repeat password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('This email is already registered. Sign in instead.').waitFor();
    expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
  });

  it('S16 a password that is easy to guess is shown as weak where one is chosen, and is taken', async () => {
    const user = await aUser(url);
    for (const [page, label] of [
      [await browser.open(undefined, '/register'), 'Password'],
      [await browser.open(user, '/account'), 'New password'],
    ] as const) {
      const field = page.getByLabel(label, { exact: true });
      const strength = page.getByRole('meter', { name: 'Password strength' });
      await field.fill('password123');
      await page.getByText('Very easy to guess.').waitFor();
      expect(await strength.getAttribute('value')).toBe('0');
      await field.fill(PASSWORD);
      await page.getByText('Very hard to guess.').waitFor();
      await field.fill('');
      await strength.waitFor({ state: 'detached' });
    }
    const page = await browser.open(user, '/account');
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByLabel('New password', { exact: true }).fill('password123');
    await page.getByLabel('Repeat new password').fill('password123');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed').waitFor();
    await page.getByRole('meter').waitFor({ state: 'detached' });
  });
});
