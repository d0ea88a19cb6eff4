import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { addMember, aProject, launchChromium, startSharedCluster, TestClient } from '@burgee/testing';

const ROOT = process.cwd();
const FOLDER = join(ROOT, 'docs', 'screenshots');
const LOOKS = {
  light: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light', isMobile: true, hasTouch: true },
};

const FLAGS = [
  ['new-checkout', 'One-page checkout', 'boolean', 'Goes when the old checkout is deleted.'],
  ['search-ranking', 'Search ranking', 'string', 'Which ranking the search uses.'],
  ['uploads-at-once', 'Uploads at once', 'number', null],
  ['gift-cards', 'Gift cards', 'boolean', null],
  ['passkeys', 'Sign in with passkeys', 'boolean', null],
  ['price-rounding', 'Round prices', 'boolean', null],
  ['shop-theme', 'Theme of the shop', 'json', null],
  ['invoice-pdf', 'Invoices as PDF', 'boolean', null],
  ['recommendations', 'Recommendations beside a product', 'boolean', null],
];

const BROWSER =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

async function register(url, name) {
  const client = new TestClient(url);
  const email = `${name.split(' ')[0].toLowerCase()}@example.com`;
  const body = { name, email, password: 'correct horse', confirmPassword: 'correct horse' };
  await client.post('/api/auth/register', body, { 'user-agent': BROWSER });
  return { client, name, email };
}

/** A project as a team would have it after some weeks. */
async function aShop(url) {
  const [ada, grace] = [await register(url, 'Ada Lovelace'), await register(url, 'Grace Hopper')];
  const environments = [
    { name: 'Development', icon: '🛠️', url: 'http://localhost:3000' },
    { name: 'Staging', icon: '🧪', url: 'https://staging.shop.example.com' },
    { name: 'Production', icon: '🚀', url: 'https://shop.example.com', protected: true },
  ];
  const project = await aProject(
    url,
    { name: 'Lighthouse Shop', description: 'The web shop and its apps.', environments },
    ada,
  );
  await addMember(project, grace, 'editor');
  const [development, staging, production] = project.environments;
  const flags = [];
  for (const [index, [key, name, type, description]] of FLAGS.entries()) {
    const who = index % 2 ? grace : ada;
    const { body } = await who.client.post(`/api/projects/${project.id}/flags`, { key, name, type, description });
    flags.push(body);
    const edit = (environment, value) =>
      who.client.patch(`/api/flags/${body.id}/environments/${environment.id}`, value);
    await edit(development, { is_enabled: index % 4 !== 3 });
    if (index % 3 !== 1) await edit(staging, { is_enabled: true, rollout_percentage: index % 2 ? 100 : 50 });
    if (index % 4 === 0) await edit(production, { is_enabled: true, rollout_percentage: index === 0 ? 25 : 100 });
  }
  await grace.client.patch(`/api/flags/${flags[0].id}/environments/${production.id}`, {
    targeting_attribute: 'country',
    targeting_value: 'NO',
    targeting_return_value: 'true',
  });
  const app = await new TestClient(url).stream('/api/v1/stream', { 'x-sdk-key': development.sdk_key });
  return { ada, project, flag: flags[0], close: () => app.close() };
}

async function openPalette(page) {
  await page.keyboard.press('Control+k');
  const field = page.getByPlaceholder('Search flags, pages, projects and commands');
  await field.fill('new check');
  await page
    .getByRole('option', { name: /^Switch new-checkout/ })
    .first()
    .waitFor();
}

/** The pictures that README.md and apps/dashboard/README.md show, by name: a look, a path, and what is done there. */
const picturesOf = ({ project, flag }) => {
  const inside = `/projects/${project.id}`;
  return {
    'flags-light': ['light', `${inside}/flags`],
    'flags-phone': ['phone', `${inside}/flags`],
    'flag-dark': ['dark', `${inside}/flags/${flag.id}`],
    'connect-dark': ['dark', `${inside}/connect`],
    'history-light': ['light', `${inside}/history`],
    'history-phone': ['phone', `${inside}/history`],
    'palette-light': ['light', `${inside}/flags`, openPalette],
    'people-light': ['light', `${inside}/people`],
    'environments-dark': ['dark', `${inside}/environments`],
    'who-sees-this-light': ['light', `${inside}/who`],
  };
};

/** Images and fonts load after the page. */
const allDrawn = (page) =>
  page.evaluate(async () => {
    await Promise.all([document.fonts.ready, ...[...document.images].map((image) => image.decode())]);
  });

async function take(browser, url, shop, name, [look, path, act]) {
  const window = await browser.newContext({ ...LOOKS[look], reducedMotion: 'reduce', locale: 'en-GB' });
  await window.addCookies([...shop.ada.client.cookies].map(([cookie, value]) => ({ name: cookie, value, url })));
  const page = await window.newPage();
  await page.goto(url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByLabel('Loading').waitFor({ state: 'detached' });
  await page.getByText('Live', { exact: true }).first().waitFor();
  await act?.(page);
  await allDrawn(page);
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  await window.close();
}

/** Takes all pictures on a cluster of its own. */
async function screenshots() {
  await mkdir(FOLDER, { recursive: true });
  const cluster = await startSharedCluster(ROOT);
  const browser = await launchChromium();
  try {
    const { url } = cluster.addresses;
    const shop = await aShop(url);
    for (const [name, picture] of Object.entries(picturesOf(shop))) await take(browser, url, shop, name, picture);
    shop.close();
  } finally {
    await browser.close();
    await cluster.stop();
  }
}

await screenshots();
