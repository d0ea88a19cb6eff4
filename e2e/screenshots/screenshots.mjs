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

const DAY = 86_400_000;

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
  const { changed_at: before } = (await ada.client.get(`/api/environments/${production.id}/history`)).body;
  await grace.client.patch(`/api/flags/${flags[0].id}/environments/${production.id}`, {
    targeting_attribute: 'country',
    targeting_value: 'NO',
    targeting_return_value: 'true',
  });
  for (const [name, address, format] of [
    ['Deploy channel', 'https://hooks.slack.com/services/T000/B000/x', 'slack'],
    ['Search index', 'https://hooks.shop.example.com/burgee', 'standard'],
  ])
    await ada.client.post(`/api/projects/${project.id}/webhooks`, {
      name,
      url: address,
      format,
      // Nothing leaves this machine.
      actions: ['project_delete'],
    });
  // Nine o'clock, from tomorrow on.
  const days = (count) => new Date(Math.ceil(Date.now() / DAY) * DAY + count * DAY + (9 / 24) * DAY).toISOString();
  await grace.client.post(`/api/flags/${flags[2].id}/environments/${production.id}/schedules`, {
    name: 'Careful rollout',
    if_changed: 'pause',
    steps: [5, 25, 50, 100].map((rollout_percentage, day) => ({
      at: days(day),
      patch: { ...(day === 0 && { is_enabled: true }), rollout_percentage },
    })),
  });
  await ada.client.post(`/api/flags/${flags[8].id}/environments/${production.id}/schedules`, {
    name: 'Off after the sale',
    steps: [{ at: days(9), patch: { is_enabled: false } }],
  });
  const app = await new TestClient(url).stream('/api/v1/stream', { 'x-sdk-key': development.sdk_key });
  return { ada, grace, project, flag: flags[0], before, close: () => app.close() };
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

async function selectTwo(page) {
  for (const key of ['new-checkout', 'passkeys']) await page.getByRole('checkbox', { name: `Select ${key}` }).check();
}

async function showWebhooks(page) {
  await page.getByRole('list', { name: 'Webhooks' }).scrollIntoViewIfNeeded();
}

/** What a user got at that time, and below it what each flag was. */
async function evaluate(page) {
  await page.getByLabel('User').fill('{"targetingKey": "user-1", "country": "NO"}');
  await page.getByRole('button', { name: 'Evaluate' }).click();
  await page.getByText('This is what an application with this revision decides').waitFor();
}

async function restore(page) {
  await page.getByRole('button', { name: 'Restore…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore Production' }).waitFor();
}

async function chooseImport(page) {
  await page.getByRole('button', { name: 'Import' }).click();
  const flags = [
    { key: 'new-checkout', name: 'One-page checkout for all', type: 'boolean' },
    { key: 'apple-pay', name: 'Apple Pay', type: 'boolean', environments: { development: { is_enabled: true } } },
  ];
  const file = { version: 1, environments: [], flags };
  const dialog = page.getByRole('dialog');
  const buffer = Buffer.from(JSON.stringify(file));
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'shop.burgee.json', mimeType: 'application/json', buffer });
  await dialog.getByText('apple-pay: new').waitFor();
}

/** An owner switches a flag in a frozen environment, and is asked why. The pictures after it have the freeze too. */
const switchFrozen =
  ({ ada, project }) =>
  async (page) => {
    const frozen_until = new Date(Date.now() + 3 * 86_400_000).toISOString();
    const path = `/api/projects/${project.id}/environments/${project.environments[2].id}`;
    await ada.client.patch(path, { frozen_until, freeze_reason: 'the sale' });
    await page.reload();
    await page.getByRole('switch', { name: 'gift-cards in Production' }).click();
    await page.getByRole('button', { name: /in Production$/ }).click();
    await page.getByRole('button', { name: 'Override freeze' }).waitFor();
  };

/** The flag that the code to copy is about. */
const chooseFlag =
  ({ key }) =>
  async (page) => {
    await page.getByRole('combobox', { name: 'Flag in the code' }).click();
    await page.getByRole('option', { name: key, exact: true }).click();
    await page.getByLabel('JavaScript snippet', { exact: true }).filter({ hasText: key }).waitFor();
  };

/** What an editor asks for, in the queue of an owner. */
const askForApproval =
  ({ grace, project, flag }) =>
  async (page) => {
    const production = project.environments[2];
    const settings = `/api/projects/${project.id}/environments/${production.id}`;
    await project.owner.client.patch(settings, { approvals: 1, frozen_until: null });
    const changes = [{ flag_id: flag.id, patch: { rollout_percentage: 50 } }];
    const comment = 'A week without complaints at 25 %.';
    await grace.client.post(`/api/environments/${production.id}/change-requests`, { changes, comment });
    await page.reload();
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  };

/** The pictures that README.md and apps/dashboard/README.md show, by name: a look, a path, and what is done there. */
const picturesOf = (shop) => {
  const { project, flag, before } = shop;
  const past = new URLSearchParams({ environment: project.environments[2].id, at: before });
  const inside = `/projects/${project.id}`;
  return {
    'flags-light': ['light', `${inside}/flags`],
    'flags-phone': ['phone', `${inside}/flags`],
    'flag-dark': ['dark', `${inside}/flags/${flag.id}`],
    'connect-dark': ['dark', `${inside}/connect`, chooseFlag(flag)],
    'history-light': ['light', `${inside}/history`],
    'history-phone': ['phone', `${inside}/history`],
    'palette-light': ['light', `${inside}/flags`, openPalette],
    'people-light': ['light', `${inside}/people`],
    'compare-light': ['light', `${inside}/compare?from=staging&to=production`, selectTwo],
    'schedules-light': ['light', `${inside}/schedules`],
    'environments-dark': ['dark', `${inside}/environments`],
    'webhooks-light': ['light', `${inside}/settings`, showWebhooks],
    'who-sees-this-light': ['light', `${inside}/who?flag=${flag.id}`],
    'evaluate-light': ['light', `${inside}/as-it-was?${past}`, evaluate],
    'restore-light': ['light', `${inside}/as-it-was?${past}`, restore],
    'import-light': ['light', `${inside}/settings`, chooseImport],
    'freeze-light': ['light', `${inside}/flags`, switchFrozen(shop)],
    'requests-light': ['light', `${inside}/requests`, askForApproval(shop)],
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
  // Parts of a page load on their own.
  await page.getByLabel('Loading').first().waitFor({ state: 'detached' });
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
