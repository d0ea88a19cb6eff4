import {
  aFlag,
  aProject,
  CHROMIUM_WITHIN_MS,
  eventually,
  launchChromium,
  type Project,
  sharedCluster,
} from '@burgee/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { freePort } from '@burgee/launcher';
import { Example } from '../example.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
}, CHROMIUM_WITHIN_MS);
afterAll(() => browser?.close());

let project: Project;
let origin: string;
let port: number;
let example: Example | undefined;
let page: Page;
/** What the page complained about. */
let complaints: string[];

beforeEach(async () => {
  port = await freePort();
  origin = `http://localhost:${port}`;
  project = await aProject(sharedCluster().url, { environments: [{ name: 'Web', url: origin }] });
  await eventually(gatewaysKnowOrigin);
  page = await browser.newPage();
  complaints = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
});
afterEach(async () => {
  await page.close();
  await example?.stop();
});

/**
 * A gateway that cannot check an origin in time, on a busy machine, refuses one that it has never seen, and Chromium writes
 * that to the console. It admits one that it has seen.
 */
async function gatewaysKnowOrigin(): Promise<void> {
  const headers = { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-sdk-key' };
  for (const [name, { url }] of Object.entries(sharedCluster().services)) {
    if (!name.startsWith('sdk-gateway')) continue;
    const { status } = await fetch(`${url}/api/v1/flags`, { method: 'OPTIONS', headers });
    expect([name, status]).toEqual([name, 204]);
  }
}

/** Starts an example for this project, and waits for its first line. */
async function start(name: string, flag: { key: string }, more: Record<string, string> = {}): Promise<void> {
  example = new Example(name, {
    BURGEE_SDK_KEY: project.development.sdk_key,
    PORT: String(port),
    FLAG: flag.key,
    ...more,
  });
  await example.says(/\n/);
}

async function change(flag: { id: string }, value: object): Promise<void> {
  const path = `/api/flags/${flag.id}/environments/${project.development.id}`;
  expect((await project.owner.client.patch(path, value)).status).toBe(200);
}

const textOf = (selector: string) => page.locator(selector).first().textContent();

const VERSIONS: [string, Record<string, string>][] = [
  ['React 19', {}],
  ['React 18', { REACT_FROM: join(process.cwd(), 'fixtures', 'react-18') }],
];

describe.each(VERSIONS)('the examples in Chromium, %s', (_version, settings) => {
  it('react: the page changes before your eyes', async () => {
    const flag = await aFlag(project);
    await start('react', flag, settings);
    await page.goto(origin);
    await eventually(async () => expect(await textOf('#status')).toBe('ready'));
    expect(await textOf('#value')).toBe('off');
    await change(flag, { is_enabled: true });
    await eventually(async () => expect(await textOf('#value')).toBe('on'));
    expect(await textOf('main')).toContain('The new checkout.');
    await change(flag, { rollout_percentage: 0, targeting_attribute: 'targetingKey', targeting_value: 'nobody' });
    await eventually(async () => expect(await textOf('#value')).toBe('off'));
    expect(complaints).toEqual([]);
  });

  it('server-render: rendered with the visitor’s flags, hydrated without a mismatch, live', async () => {
    const flag = await aFlag(project);
    const headline = await aFlag(project, { key: 'headline', type: 'string' });
    const other = await aFlag(project);
    await change(flag, {
      is_enabled: true,
      rollout_percentage: 0,
      targeting_attribute: 'targetingKey',
      targeting_value: 'visitor-2',
    });
    await change(headline, {
      is_enabled: true,
      targeting_attribute: 'targetingKey',
      targeting_value: 'visitor-2',
      targeting_return_value: '</script><b>Hello</b>',
    });
    await start('server-render', flag, settings);

    const html = await (await fetch(`${origin}/?visitor=visitor-2`)).text();
    expect(html).toContain('The new checkout.');
    expect(html).toContain('&lt;/script&gt;');
    expect(await (await fetch(`${origin}/?visitor=visitor-1`)).text()).toContain('The old checkout.');

    await page.goto(`${origin}/?visitor=visitor-2`);
    const renders = () => page.evaluate('globalThis.renders') as Promise<number>;
    await eventually(async () => expect(await renders()).toBeGreaterThan(0));
    expect([await textOf('#value'), await textOf('h1')]).toEqual(['on', '</script><b>Hello</b>']);
    expect([await page.evaluate('globalThis.mismatches'), complaints]).toEqual([[], []]);

    // It follows: nothing of its beginning is left to render. A flag that nothing uses renders nothing; one that is used does.
    await change(headline, { targeting_return_value: 'Hello again' });
    await eventually(async () => expect(await textOf('h1')).toBe('Hello again'));
    const before = await renders();
    await change(other, { is_enabled: true });
    await change(flag, { targeting_value: 'visitor-1' });
    await eventually(async () => expect(await textOf('#value')).toBe('off'));
    expect(await renders()).toBe(before + 1);
    expect([await page.evaluate('globalThis.mismatches'), complaints]).toEqual([[], []]);
  });
});

describe('node examples/browser/start.mjs', () => {
  it('serves a page that changes before your eyes', async () => {
    example = new Example('browser');
    const [, url = ''] = await example.says(/look at (\S+)/);
    await page.goto(url);
    await eventually(async () => expect(await textOf('#why')).toBe('DISABLED'));
    expect(await textOf('h1')).toBe('The old checkout');
    await example.flip(true);
    await eventually(async () => expect(await textOf('h1')).toBe('The new checkout'));
  });
});

describe('node examples/ofrep-web/start.mjs', () => {
  it('serves a page that decides with a client key, and changes before your eyes', async () => {
    const flag = await aFlag(project);
    await start('ofrep-web', flag, { BURGEE_CLIENT_KEY: project.development.client_key });
    await page.goto(origin);
    await eventually(async () => expect([await textOf('#value'), await textOf('#why')]).toEqual(['off', 'DISABLED']));
    await change(flag, { is_enabled: true });
    await eventually(async () => expect([await textOf('#value'), await textOf('#why')]).toEqual(['on', 'STATIC']));
    await change(flag, { rollout_percentage: 0, targeting_attribute: 'targetingKey', targeting_value: 'visitor-2' });
    await eventually(async () => expect(await textOf('#value')).toBe('off'));
    await page.getByRole('button').click();
    await eventually(async () => expect(await textOf('#why')).toBe('TARGETING_MATCH'));
    expect(complaints).toEqual([]);
  });
});
