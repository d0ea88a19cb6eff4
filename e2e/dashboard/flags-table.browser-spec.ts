import {
  addMember,
  aFlag,
  aMember,
  aProject,
  eventually,
  NO_SHARED_WORKERS,
  type Flag,
  type Project,
  queryDatabase,
  TestClient,
  unique,
  sharedCluster,
  aUser,
} from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aBrowser, expectAccessible, expectNoMarkup, expectNoSidewaysScroll, MARKUP } from './browser.js';
import { countBytes, sumOf } from './count-bytes.js';
import { hold } from './hold.js';
import { flagsOf, keysOf, live, openRow, stored, switchOf } from './screens.js';

const { url, services } = sharedCluster();
const browser = aBrowser();
const GUARDED = { environments: [{ name: 'Development' }, { name: 'Production', protected: true }] };

/** A project with a flag, and its table, open for the owner. */
async function aTable(project: object = {}, flag: object = {}) {
  const made = await aProject(url, project);
  const its = await aFlag(made, flag);
  const page = await browser.open(made.owner, flagsOf(made));
  await page.getByRole('link', { name: its.key }).waitFor();
  return { project: made, flag: its, page };
}

/** A stream of Production, and a client that polls when the test asks it to. */
async function twoClients({ production }: Project) {
  const base = services['sdk-gateway-1']?.url ?? '';
  const headers = { 'x-sdk-key': production.sdk_key, 'unleash-instanceid': 'one' };
  const stream = await new TestClient(base).stream('/api/v1/stream', headers);
  let tag = '"none"';
  const ask = async () => {
    const answer = await fetch(`${base}/api/v1/flags`, { headers: { ...headers, 'if-none-match': tag } });
    tag = answer.headers.get('etag') ?? '';
  };
  await ask();
  return { ask, close: () => stream.close() };
}

/** Selects both flags, and switches, tags and archives them in a protected environment, with one question each. */
async function expectManyAtOnce(page: Page, project: Project, flags: readonly [Flag, Flag]): Promise<void> {
  const bar = page.getByRole('region', { name: 'Selected flags' });
  const select = async () => {
    await page.getByRole('checkbox', { name: 'Select all flags shown' }).click();
    await bar.getByText('2 flags selected').waitFor();
  };
  const dialog = page.getByRole('dialog');
  await select();
  await bar.getByRole('button', { name: 'Switch…' }).click();
  const environment = dialog.getByRole('combobox', { name: 'Environment' });
  await eventually(async () => expect(await environment.locator('option:checked').innerText()).toBe('Development'));
  await dialog.getByText('is already on').waitFor();
  await environment.selectOption('Production (protected)');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Switch 2 flags on in Production' }).click();
  await page.getByText('2 flags are on in Production').waitFor();
  // The button that opened the dialog is gone.
  await eventually(async () =>
    expect(await page.evaluate('document.activeElement.closest("[role=grid]") !== null')).toBe(true),
  );
  await page.keyboard.press('Control+z');
  // Undoing a change in a protected environment asks too.
  await page.getByRole('dialog', { name: 'Undo in Production?' }).getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  for (const flag of flags) expect(await stored(project, flag, 'Production')).toMatchObject({ is_enabled: true });

  await select();
  await bar.getByRole('button', { name: 'Tag…' }).click();
  await dialog.getByRole('combobox', { name: 'Tags' }).fill('Web Shop');
  await dialog.getByRole('button', { name: 'Add to 2 flags' }).click();
  const tagged = page.getByRole('row').filter({ hasText: 'web' }).filter({ hasText: 'shop' });
  await tagged.first().waitFor();
  await page.keyboard.press('Control+z');
  await page.getByText('Tags of 2 flags restored').waitFor();
  await tagged.first().waitFor({ state: 'detached' });

  await select();
  await bar.getByRole('button', { name: 'Archive…' }).click();
  await dialog.getByText('Both are on in Production, which is protected.').waitFor();
  await dialog.getByRole('button', { name: 'Archive 2 flags' }).click();
  const toast = page.getByRole('alert').filter({ hasText: '2 flags were archived' });
  await eventually(async () =>
    expect(await toast.getByRole('status').textContent()).toBe('Production: No client is connected.'),
  );
  await page.getByText('No flags yet').waitFor();
  await page.keyboard.press('Control+z');
  const undo = page.getByRole('dialog', { name: 'Undo in Production?' });
  await undo.getByText('Undo: 2 flags were archived.').waitFor();
  await undo.getByRole('button', { name: 'Undo in Production' }).click();
  await page.getByText('2 flags were unarchived').waitFor();
  await eventually(async () => expect(await keysOf(page)).toEqual(flags.map(({ key }) => key)));
}

/** The label or text of the focused element. */
const focused = (page: Page) =>
  page.evaluate<string | null>('document.activeElement.ariaLabel ?? document.activeElement.textContent');

/** The contrast of the first switch's border with its row, as WCAG computes it. */
const BORDER_CONTRAST = `{
  const luminance = (color) => {
    const [r, g, b] = color.match(/[\\d.]+/g).map((part) => {
      const channel = part / 255;
      return channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const control = document.querySelector('[role=switch]');
  const border = luminance(getComputedStyle(control).borderTopColor);
  const around = luminance(getComputedStyle(control.closest('[role=row]')).backgroundColor);
  (Math.max(border, around) + 0.05) / (Math.min(border, around) + 0.05);
}`;

describe('the flags table', () => {
  it('toggles an unprotected environment at once, with an undo', async () => {
    const { project, flag, page } = await aTable();
    await switchOf(page, flag).click();
    await page.getByText(`${flag.key} is on in Development`).waitFor();
    expect(await stored(project, flag)).toMatchObject({ is_enabled: true });
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.keyboard.press('Control+z');
    await eventually(async () => expect(await stored(project, flag)).toMatchObject({ is_enabled: false }));
    await eventually(async () => expect(await switchOf(page, flag).isChecked()).toBe(false));
  });

  it('shows the new state within one frame of the click, before the answer', async () => {
    const { project, flag, page } = await aTable();
    const answer = await hold(page, '**/toggle', async (route) => () => route.continue());
    const shown = await page.evaluate<boolean>(`new Promise((resolve) => {
      const field = document.querySelector('[role=switch]');
      field.click();
      requestAnimationFrame(() => setTimeout(() => resolve(field.ariaChecked === 'true')));
    })`);
    expect(shown).toBe(true);
    expect(await stored(project, flag)).toMatchObject({ is_enabled: false });
    answer.release();
    await page.getByText(`${flag.key} is on in Development`).waitFor();
    expect(await stored(project, flag)).toMatchObject({ is_enabled: true });
  });

  it('confirms a toggle in a protected environment with the difference, then shows delivery and an undo', async () => {
    const { project, flag, page } = await aTable(GUARDED);
    const clients = await twoClients(project);
    await switchOf(page, flag, 'Production').click();
    const dialog = page.getByRole('dialog', { name: `Switch ${flag.key} on in Production?` });
    await dialog.getByText('off', { exact: true }).waitFor();
    await dialog.getByText('After this change: on for everyone.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await eventually(async () => expect(await switchOf(page, flag, 'Production').isChecked()).toBe(false));
    expect(await stored(project, flag, 'Production')).toMatchObject({ is_enabled: false });
    await switchOf(page, flag, 'Production').click();
    await dialog.getByRole('button', { name: 'Switch on' }).click();
    await eventually(async () => expect(await stored(project, flag, 'Production')).toMatchObject({ is_enabled: true }));
    await eventually(async () => expect(await switchOf(page, flag, 'Production').isChecked()).toBe(true));

    const toast = (state: string) =>
      page.getByRole('alert').filter({ hasText: `${flag.key} is ${state} in Production` });
    await toast('on').getByText('Production: 1 of 2 clients have it.').waitFor();
    await toast('on').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
    await toast('off').getByText('Production: 1 of 2 clients have it.').waitFor();
    await eventually(async () => expect(await toast('on').count()).toBe(0));
    await eventually(async () => {
      await clients.ask();
      expect(await toast('off').getByRole('status').textContent()).toBe('Production: All 2 clients have it.');
    });
    clients.close();
  });

  it('reverts a refused switch and says why', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const editor = await aMember(url, project, 'editor');
    const page = await browser.open(editor, flagsOf(project));
    await switchOf(page, flag).waitFor();
    // The page must not learn of the new role: neither by this request, nor by a stream that begins later.
    await page.route(`**/api/projects/${project.id}`, (route) => route.abort());
    await live(page).waitFor();
    await project.owner.client.patch(`/api/projects/${project.id}/members/${editor.id}`, { role: 'viewer' });
    await switchOf(page, flag).click();
    const toast = page.getByRole('alert').filter({ hasText: `${flag.key} was not switched in Development` });
    const why = 'This requires the editor role in Development; yours is viewer. Ask an admin or owner.';
    await toast.getByText(why).waitFor();
    // No log has more to say.
    await eventually(async () => expect(await toast.getByRole('button', { name: /^Copy request ID/ }).count()).toBe(0));
    await eventually(async () => expect(await switchOf(page, flag).isChecked()).toBe(false));
  });

  it("shows another user's earlier change of a switch instead of overwriting it", async () => {
    const { project, flag, page } = await aTable();
    await switchOf(page, flag).click();
    await page.getByText(`${flag.key} is on in Development`).waitFor();
    // Blocks everything that would tell the page in time.
    await page.route(/\/api\/flags\/[^/]+$|\/flags\?/, (route) => route.abort());
    const colleague = await aMember(url, project, 'editor');
    const path = `/api/flags/${flag.id}/environments/${project.development.id}`;
    await colleague.client.patch(path, { is_enabled: true, rollout_percentage: 7 });
    // The page gets the author from the history.
    await eventually(async () => {
      const { body } = await colleague.client.get(`/api/flags/${flag.id}/audit`);
      expect(body[0].action).toBe('flag_update');
    });
    await switchOf(page, flag).click();
    await page.getByText(`was not switched in Development: ${colleague.name} changed it first`).waitFor();
    await page.getByRole('row').filter({ hasText: flag.key }).getByText('7%').waitFor();
    await eventually(async () => expect(await switchOf(page, flag).isChecked()).toBe(true));
    expect(await stored(project, flag)).toMatchObject({ is_enabled: true });
  });

  it('filters by search, type and state, in the address and across a reload', async () => {
    const project = await aProject(url);
    const [a, b, c] = [
      await aFlag(project, { key: 'alpha', type: 'string' }),
      await aFlag(project, { key: 'beta', name: 'The Alphabet' }),
      await aFlag(project, { key: 'gamma' }),
    ];
    await project.owner.client.patch(`/api/flags/${b.id}/environments/${project.development.id}/toggle`, {
      is_enabled: true,
    });
    const page = await browser.open(project.owner, flagsOf(project));
    await eventually(async () => expect(await keysOf(page)).toEqual([a.key, b.key, c.key]));
    await page.keyboard.press('/');
    await page.keyboard.type('ALPHA');
    await eventually(async () => expect(await keysOf(page)).toEqual([a.key, b.key]));
    // Part of the word matches them too.
    await eventually(() => expect(new URL(page.url()).searchParams.get('q')).toBe('ALPHA'));
    await page.getByText('On', { exact: true }).click();
    await eventually(async () => expect(await keysOf(page)).toEqual([b.key]));
    const where = page.getByRole('combobox', { name: 'Environment' }).locator('option:checked');
    await eventually(async () => expect(await where.innerText()).toBe('On in any environment'));
    await page.reload();
    await eventually(async () => expect(await keysOf(page)).toEqual([b.key]));
    await eventually(async () =>
      expect(await page.getByRole('searchbox', { name: 'Search flags' }).inputValue()).toBe('ALPHA'),
    );
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await page.getByRole('combobox', { name: 'Type' }).selectOption('Text');
    await eventually(async () => expect(await keysOf(page)).toEqual([a.key]));
    await eventually(() => expect(new URL(page.url()).searchParams.get('type')).toBe('string'));
    await page.getByRole('searchbox', { name: 'Search flags' }).fill('nothing like it');
    await page.getByText('No flags match').waitFor();
  });

  it('sorts by key and by last change, with its time and author', async () => {
    const project = await aProject(url);
    const [a, b] = [await aFlag(project, { key: 'a' }), await aFlag(project, { key: 'b' })];
    const colleague = await aMember(url, project, 'editor');
    await colleague.client.patch(`/api/flags/${a.id}/environments/${project.production.id}/toggle`, {
      is_enabled: true,
    });
    const page = await browser.open(project.owner, flagsOf(project));
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: a.key, exact: true }) });
    await row.getByText(colleague.name).waitFor();
    await row.getByTitle(new Date().getFullYear().toString()).getByText('just now').waitFor();
    await page.getByRole('button', { name: 'Last change' }).click();
    await eventually(async () => expect(await keysOf(page)).toEqual([a.key, b.key]));
    await page.getByRole('button', { name: 'Last change' }).click();
    await eventually(async () => expect(await keysOf(page)).toEqual([b.key, a.key]));
    const header = page.getByRole('columnheader', { name: 'Last change' });
    await eventually(async () => expect(await header.getAttribute('aria-sort')).toBe('ascending'));
  });

  it('renders markup in names and descriptions as text', async () => {
    const { flag, page } = await aTable(
      { name: MARKUP, environments: [{ name: MARKUP, icon: '<b>' }] },
      { name: MARKUP, description: MARKUP },
    );
    await switchOf(page, flag, MARKUP).click();
    await page.getByText(`${flag.key} is on in ${MARKUP}`).waitFor();
    await expectNoMarkup(page);
    await page.getByRole('link', { name: flag.key }).click();
    await page.getByRole('heading', { level: 1, name: flag.key }).waitFor();
    await expectNoMarkup(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill(flag.key);
    await page.getByRole('dialog').getByText(MARKUP).first().waitFor();
    await expectNoMarkup(page);
  });

  it('shows switches to a viewer, who cannot use them', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const viewer = await aMember(url, project, 'viewer');
    const page = await browser.open(viewer, flagsOf(project));
    await switchOf(page, flag).waitFor();
    await eventually(async () => expect(await switchOf(page, flag).isDisabled()).toBe(true));
    await eventually(async () => expect(await page.getByRole('button', { name: 'New flag' }).count()).toBe(0));
  });

  it('lets a viewer switch in the environment that the person edits, and says why not in the other', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const member = await aUser(url);
    await addMember(project, member, 'viewer', { [project.development.id]: 'editor' });
    const page = await browser.open(member, flagsOf(project));
    const production = switchOf(page, flag, 'Production');
    await production.waitFor();
    const why = 'You are a viewer in Production. Only editors and above can switch flags.';
    await eventually(async () =>
      expect([await production.isDisabled(), await production.getAttribute('title')]).toEqual([true, why]),
    );
    await switchOf(page, flag).click();
    await page.getByText(`${flag.key} is on in Development`).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill(`switch ${flag.key} on in production`);
    const closed = page.getByRole('option', { name: `Switch ${flag.key} on in Production` });
    await closed.getByText('You are a viewer in Production.').waitFor();
    await page.keyboard.press('Enter');
    await eventually(async () => expect(await closed.getAttribute('aria-disabled')).toBe('true'));
    expect(await stored(project, flag, 'Production')).toMatchObject({ is_enabled: false });
  });

  it('fits a phone and a page at 200 %', async () => {
    const project = await aProject(url, {
      environments: ['Development', 'Staging', 'Production'].map((name) => ({
        name,
        protected: name === 'Production',
      })),
    });
    const flag = await aFlag(project, { key: 'a-key-that-is-rather-long-for-a-phone-but-somebody-chose-it' });
    const other = await aFlag(project, { key: 'b' });
    for (const screen of [{ phone: true }, { width: 640 }]) {
      const page = await browser.open(project.owner, flagsOf(project), screen);
      await page.getByRole('button', { name: `Environments of ${flag.key}: ` }).waitFor();
      await eventually(async () => expect(await switchOf(page, flag, 'Staging').count()).toBe(0));
      await openRow(page, flag);
      await switchOf(page, flag, 'Staging').click();
      await page.getByText(`${flag.key} is`).first().waitFor();
      const row = page.getByRole('row').filter({ hasText: flag.key });
      await row.getByText(project.owner.name).waitFor();
      await row.getByRole('gridcell').filter({ hasText: 'Production' }).getByLabel('protected').waitFor();
      await eventually(async () => expect(await row.getByLabel('protected').count()).toBe(1));
      await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByRole('combobox', { name: 'Order' }).selectOption('Key, Z to A');
      await eventually(async () => expect(await keysOf(page)).toEqual([other.key, flag.key]));
      await expectNoSidewaysScroll(page);
    }
  });
});

describe('the flags table by keyboard', () => {
  it('has one tab stop; keys move, open and switch', async () => {
    const project = await aProject(url, GUARDED);
    const flags = [await aFlag(project, { key: 'a' }), await aFlag(project, { key: 'b' })] as const;
    const page = await browser.open(project.owner, flagsOf(project));
    await switchOf(page, flags[0]).waitFor();
    await eventually(async () => expect(await page.locator('[role=grid] [tabindex="0"]').count()).toBe(1));
    const leads = async (key: string, to: unknown) => {
      await page.keyboard.press(key);
      await eventually(async () => expect(await focused(page)).toEqual(to));
    };
    await leads('j', 'a');
    await leads('j', 'b');
    await leads('ArrowRight', 'b in Development');
    await page.keyboard.press('Space');
    await page.getByText('b is on in Development').waitFor();
    await page.keyboard.press('x');
    await leads('k', 'a in Development');
    await page.keyboard.press('x');
    await leads('Home', 'a');
    await page.keyboard.press('s');
    await page.getByRole('button', { name: 'Favorite a', pressed: true }).waitFor();
    await leads('ArrowUp', 'Flag');
    await leads('Control+End', expect.stringContaining(project.owner.name));
    await page.keyboard.press('e');
    await page.getByRole('heading', { level: 1, name: 'b', exact: true }).waitFor();
    await page.goBack();
    await switchOf(page, flags[0]).waitFor();
    await expectManyAtOnce(page, project, flags);
  });
});

describe('what the flags table shows', () => {
  it('gives each switch a border with a contrast of 3:1, on and off, in light and in dark', async () => {
    const { flag, page } = await aTable();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      for (const isOn of [false, true]) {
        await eventually(async () => expect(await page.evaluate<number>(BORDER_CONTRAST)).toBeGreaterThan(3));
        await switchOf(page, flag).click();
        await eventually(async () => expect(await switchOf(page, flag).isChecked()).toBe(!isOn));
      }
    }
  });
});

describe('the flags table with 300 flags in 6 environments', () => {
  const MANY = 300;
  const API_BYTES_AT_MOST = 120_000;
  const ENVIRONMENTS = ['Development', 'Preview', 'Integration', 'Staging', 'Load test', 'Production'];

  it('loads them once in few bytes, renders only visible rows, scrolls, searches and switches', async () => {
    const project = await aProject(url, { environments: ENVIRONMENTS.map((name) => ({ name })) });
    const prefix = unique('many');
    const key = (index: number) => `${prefix}-${String(index).padStart(4, '0')}`;
    await queryDatabase(
      `insert into flags.flags (id, project_id, key, name, type)
       select gen_random_uuid(), $1, $2 || '-' || lpad(n::text, 4, '0'), md5(n::text), 'boolean'
       from generate_series(0, $3::int - 1) n`,
      [project.id, prefix, MANY],
    );
    await queryDatabase(
      `insert into flags.flag_values (id, flag_id, environment_id, rollout_percentage, targeting_attribute,
                                      targeting_value, targeting_return_value, updated_at)
       select gen_random_uuid(), f.id, e.id, (random() * 100)::int, 'country', 'NO', 'true',
              now() - random() * interval '90 days'
       from flags.flags f join flags.environments e using (project_id) where f.project_id = $1`,
      [project.id],
    );
    const page = await browser.open(project.owner, '/icon.svg');
    await page.addInitScript(NO_SHARED_WORKERS);
    const countedBytes = countBytes(page);
    await page.goto(url + flagsOf(project));
    await live(page).waitFor();
    await page.waitForLoadState('networkidle');
    const answers = (await countedBytes()).filter(({ asked }) => asked.pathname.startsWith('/api/'));
    expect(sumOf(answers)).toBeLessThan(API_BYTES_AT_MOST);
    const ofFlags = answers.filter(({ asked }) => asked.pathname.endsWith(`/${project.id}/flags`));
    // Loads page after page, each once.
    expect(ofFlags.filter(({ asked }) => !asked.searchParams.has('cursor'))).toHaveLength(1);
    expect(answers.filter(({ asked }) => asked.pathname === '/api/auth/me')).toHaveLength(1);
    await page.getByText(`${MANY} flags`).waitFor();
    await eventually(async () => expect(await page.getByRole('row').count()).toBeGreaterThan(5));
    await eventually(async () => expect(await page.getByRole('row').count()).toBeLessThan(80));
    await eventually(async () =>
      expect(await page.getByRole('grid', { name: 'Flags' }).getAttribute('aria-rowcount')).toBe(String(MANY + 1)),
    );

    // At its end the names of the environments are still above their switches.
    await page.evaluate(`document.querySelector('[role=grid]').parentElement.scrollBy(0, 1e6)`);
    const atTheTop = `const at = document.querySelector('[role=columnheader]').getBoundingClientRect();
      const grid = document.querySelector('[role=grid]').parentElement.getBoundingClientRect();
      Math.abs(at.top - grid.top) < 4`;
    expect(await page.evaluate(`{ ${atTheTop} }`)).toBe(true);
    await eventually(async () => expect((await keysOf(page)).at(-1)).toBe(key(MANY - 1)));
    await eventually(async () => expect(await page.getByRole('row').count()).toBeLessThan(80));

    // On a narrow desk the keys stay next to them.
    await page.setViewportSize({ width: 1000, height: 800 });
    await page.locator('[role=grid][data-overflows]').waitFor();
    await page.evaluate(`document.querySelector('[role=grid]').parentElement.scrollBy(1e6, 0)`);
    const atTheSide = `const grid = document.querySelector('[role=grid]').parentElement;
      [grid.scrollLeft > 50, Math.abs(document.querySelector('[role=rowheader]').getBoundingClientRect().left - grid.getBoundingClientRect().left) < 4]`;
    expect(await page.evaluate(`{ ${atTheSide} }`)).toEqual([true, true]);
    await page.setViewportSize({ width: 1280, height: 900 });

    const last = key(MANY - 1);
    await page.getByRole('searchbox', { name: 'Search flags' }).fill(last);
    await eventually(async () => expect(await keysOf(page)).toEqual([last]));
    await page.getByRole('switch', { name: `${last} in Development` }).click();
    await page.getByText(`${last} is on in Development`).waitFor();
  }, 120_000);
});
