import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { aProject, launchChromium, startWorld, Visitor } from '@burgee/testing';

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
  const visitor = new Visitor(url);
  const email = `${name.split(' ')[0].toLowerCase()}@example.com`;
  const body = { name, email, password: 'correct horse', confirmPassword: 'correct horse' };
  await visitor.post('/api/auth/register', body, { 'user-agent': BROWSER });
  return { visitor, name, email };
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
  await ada.visitor.post(`/api/projects/${project.id}/members`, { email: grace.email, role: 'editor' });
  const [development, staging, production] = project.environments;
  const flags = [];
  for (const [index, [key, name, type, description]] of FLAGS.entries()) {
    const who = index % 2 ? grace : ada;
    const { body } = await who.visitor.post(`/api/projects/${project.id}/flags`, { key, name, type, description });
    flags.push(body);
    const edit = (environment, value) =>
      who.visitor.patch(`/api/flags/${body.id}/environments/${environment.id}`, value);
    await edit(development, { is_enabled: index % 4 !== 3 });
    if (index % 3 !== 1) await edit(staging, { is_enabled: true, rollout_percentage: index % 2 ? 100 : 50 });
    if (index % 4 === 0) await edit(production, { is_enabled: true, rollout_percentage: index === 0 ? 25 : 100 });
  }
  await grace.visitor.patch(`/api/flags/${flags[0].id}/environments/${production.id}`, {
    targeting_attribute: 'country',
    targeting_value: 'NO',
    targeting_return_value: 'true',
  });
  const app = await new Visitor(url).stream('/api/v1/stream', { 'x-sdk-key': development.sdk_key });
  return { ada, project, flag: flags[0], close: () => app.close() };
}

const screensOf = ({ project, flag }) => {
  const inside = `/projects/${project.id}`;
  return {
    'sign-in': '/sign-in',
    register: '/register',
    projects: '/',
    'new-project': '/projects/new',
    flags: `${inside}/flags`,
    flag: `${inside}/flags/${flag.id}`,
    'flag-history': `${inside}/history?flag=${flag.id}`,
    connect: `${inside}/connect`,
    'who-sees-this': `${inside}/who`,
    history: `${inside}/history`,
    environments: `${inside}/environments`,
    people: `${inside}/people`,
    settings: `${inside}/settings`,
    account: '/account',
  };
};

/** Pictures and letters come after the page. */
const allDrawn = (page) =>
  page.evaluate(async () => {
    await Promise.all([document.fonts.ready, ...[...document.images].map((image) => image.decode())]);
  });

async function take(browser, url, shop, look) {
  const window = await browser.newContext({ ...LOOKS[look], reducedMotion: 'reduce', locale: 'en-GB' });
  for (const [screen, path] of Object.entries(screensOf(shop))) {
    await window.clearCookies();
    if (!['sign-in', 'register'].includes(screen))
      await window.addCookies([...shop.ada.visitor.cookies].map(([name, value]) => ({ name, value, url })));
    const page = await window.newPage();
    await page.goto(url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByLabel('Loading').waitFor({ state: 'detached' });
    if (path.startsWith('/projects/') && screen !== 'new-project')
      await page
        .getByText('Live', { exact: true })
        .first()
        .waitFor({ timeout: 3_000 })
        .catch(() => undefined);
    await allDrawn(page);
    await page.screenshot({ path: join(FOLDER, `${screen}-${look}.png`) });
    await page.close();
  }
  await window.close();
}

/** Every screen, light, dark and on a phone, of a Burgee that is started for it. */
async function screenshots() {
  await mkdir(FOLDER, { recursive: true });
  const world = await startWorld(ROOT);
  const browser = await launchChromium();
  try {
    const { url } = world.addresses;
    const shop = await aShop(url);
    for (const look of Object.keys(LOOKS)) await take(browser, url, shop, look);
    shop.close();
  } finally {
    await browser.close();
    await world.stop();
  }
}

await screenshots();
