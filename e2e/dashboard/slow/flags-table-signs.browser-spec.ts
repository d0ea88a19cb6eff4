import { aFlag, aProject, eventually, type Flag, type Project, sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { aBrowser, expectAccessible, expectNoSidewaysScroll } from '../browser.js';
import { flagsOf, openRow, switchOf } from '../screens.js';

const { url } = sharedCluster();
const browser = aBrowser();

const put = ({ owner }: Project, flag: Flag, environmentId: string, body: object) =>
  owner.client.patch(`/api/flags/${flag.id}/environments/${environmentId}`, body);
/** The cell of a flag in an environment. */
const cellOf = (page: Page, { key }: Flag, environment = 'Development') =>
  page.getByRole('gridcell').filter({ has: page.getByRole('switch', { name: `${key} in ${environment}` }) });

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('It is not shown.');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

/** A computed style of the element. */
const styleOf = (locator: Locator, property: string): Promise<string | undefined> =>
  locator.evaluate((element, name) => {
    const { getComputedStyle } = globalThis as unknown as { getComputedStyle: (of: unknown) => Record<string, string> };
    return getComputedStyle(element)[name];
  }, property);

/** How many pixels of its content are hidden. */
const cutOff = (locator: Locator): Promise<number> =>
  locator.evaluate((element) => {
    const { scrollWidth, clientWidth } = element as unknown as Record<'scrollWidth' | 'clientWidth', number>;
    return scrollWidth - clientWidth;
  });

describe('a cell of the flags table', () => {
  it('shows only what decides: a value, a percentage that matters, a rule', async () => {
    const project = await aProject(url);
    const { development, production } = project;
    const long = 'x'.repeat(150);
    const [cut, text, plain, empty, ruled] = [
      await aFlag(project, { key: 'cut', type: 'string' }),
      await aFlag(project, { key: 'text', type: 'string' }),
      await aFlag(project, { key: 'plain' }),
      await aFlag(project, { key: 'empty', type: 'string' }),
      await aFlag(project, { key: 'ruled', type: 'number' }),
    ];
    const on = { is_enabled: true, rollout_percentage: 31 };
    const rule = { targeting_attribute: 'plan', targeting_value: 'pro', targeting_return_value: '7' };
    await put(project, text, development.id, { ...on, rollout_percentage: 100, targeting_return_value: long });
    await put(project, text, production.id, { ...on, targeting_return_value: 'blue' });
    await put(project, cut, development.id, { ...on, targeting_return_value: long });
    await put(project, plain, development.id, on);
    await put(project, plain, production.id, { rollout_percentage: 31 });
    await put(project, empty, development.id, on);
    await put(project, ruled, development.id, { ...on, ...rule });
    const page = await browser.open(project.owner, flagsOf(project));
    const says = (flag: Flag, name: string, environment?: string) =>
      cellOf(page, flag, environment).getByRole('img', { name, exact: true });

    const whole = says(text, `On: everyone gets “${long}”.`);
    await whole.waitFor();
    await eventually(async () => expect(await whole.getAttribute('title')).toBe(`On: everyone gets “${long}”.`));
    const shared = says(text, "On: 31% of users get “blue”, all others get your code's default.", 'Production');
    await eventually(async () => expect(await shared.textContent()).toBe('“blue” for 31%'));
    await eventually(async () => expect(await says(plain, 'On for 31% of users.').textContent()).toBe('31%'));
    await eventually(async () => expect(await cellOf(page, plain, 'Production').textContent()).not.toContain('%'));
    const nothing = says(empty, "On without a value: your code's default applies.");
    await eventually(async () => expect(await nothing.textContent()).toBe('code default'));
    const byRule = says(ruled, "On for users who match its rule, all others get your code's default.");
    await eventually(async () => expect(await byRule.textContent()).toBe('rule'));
    const row = page.getByRole('row').filter({ hasText: long }).first();
    expect((await boxOf(row)).height).toBe(40);
    // Even with a long value, the percentage stays visible.
    const inCell = cellOf(page, cut).getByRole('img');
    await eventually(async () => expect(await inCell.textContent()).toBe(`“${long}” for 31%`));
    await eventually(async () => expect(await cutOff(inCell)).toBe(0));
    expect((await boxOf(whole)).right).toBeLessThanOrEqual((await boxOf(cellOf(page, text))).right);
  });

  it('shows the audience of a flag as soon as it is switched on', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project, { type: 'string' });
    await put(project, flag, project.development.id, { targeting_return_value: 'blue' });
    const page = await browser.open(project.owner, flagsOf(project));
    await switchOf(page, flag).waitFor();
    await eventually(async () => expect(await cellOf(page, flag).getByRole('img').count()).toBe(0));
    await switchOf(page, flag).click();
    await cellOf(page, flag).getByText('blue').waitFor();
  });

  it('has its whole focus ring within the row', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const page = await browser.open(project.owner, flagsOf(project));
    await switchOf(page, flag).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('End');
    const cell = page.getByRole('gridcell').last();
    await eventually(async () => expect(await styleOf(cell, 'outlineStyle')).toBe('solid'));
    expect(await styleOf(cell, 'outlineOffset')).toBe('-2px');
  });
});

describe('the signs and keys of the flags table', () => {
  it('are explained by the help button', async () => {
    const project = await aProject(url);
    await aFlag(project);
    const page = await browser.open(project.owner, flagsOf(project));
    await page.getByRole('button', { name: 'Help' }).click();
    const dialog = page.getByRole('dialog', { name: 'Shortcuts and legend' });
    await dialog.getByText('On without a value').waitFor();
    await dialog.getByText('The flag has a rule').waitFor();
    await expectAccessible(page);
  });
});

describe('archived flags', () => {
  it('are reachable from the message and by a filter, and have no colored switches', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const kept = await aFlag(project);
    await put(project, flag, project.development.id, { is_enabled: true });
    await put(project, kept, project.development.id, { is_enabled: true });
    const page = await browser.open(project.owner, flagsOf(project));
    await switchOf(page, flag).waitFor();
    const inUse = await styleOf(switchOf(page, flag), 'backgroundColor');
    await page.getByRole('checkbox', { name: `Select ${flag.key}` }).click();
    await page.getByRole('button', { name: 'Archive…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Archive 1 flag' }).click();
    await switchOf(page, flag).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Show archived flags' }).click();
    await switchOf(page, flag).waitFor();
    await eventually(async () => expect(await switchOf(page, kept).count()).toBe(0));
    await eventually(async () => expect(await switchOf(page, flag).isDisabled()).toBe(true));
    expect(await styleOf(switchOf(page, flag), 'backgroundColor')).not.toBe(inUse);
    await eventually(async () => expect(await switchOf(page, flag).getAttribute('title')).toContain('Archived'));
    const filter = page.getByRole('combobox', { name: 'Archived flags' });
    await eventually(async () => expect(await filter.locator('option:checked').innerText()).toBe('Only archived'));
    // The environment filter depends on "on" and "off".
    await eventually(async () => expect(await page.getByRole('combobox', { name: 'Environment' }).count()).toBe(0));
    await filter.selectOption('Hide archived');
    await switchOf(page, kept).waitFor();
    await page.getByText('On', { exact: true }).click();
    await page.getByRole('combobox', { name: 'Environment' }).waitFor();
  });
});

describe('the flags on a phone', () => {
  it('have selection targets of 44 pixels, and a one-line bar that no message covers', async () => {
    const project = await aProject(url);
    const [flag] = [await aFlag(project, { key: 'a' }), await aFlag(project, { key: 'b' })];
    const page = await browser.open(project.owner, flagsOf(project), { phone: true });
    const box = page.getByRole('checkbox', { name: 'Select a' });
    const { x, y, width, height } = await boxOf(box);
    expect([width, height]).toEqual([20, 20]);
    await page.mouse.click(x - 8, y - 10);
    await eventually(async () => expect(await box.isChecked()).toBe(true));
    const bar = page.getByRole('region', { name: 'Selected flags' });
    await bar.getByText('1 flag selected').waitFor();
    await openRow(page, flag);
    await switchOf(page, flag).click();
    const toast = page.getByRole('alert').filter({ hasText: 'a is on in Development' });
    await toast.waitFor();
    await eventually(async () => expect((await boxOf(bar)).bottom).toBeLessThanOrEqual((await boxOf(toast)).y));
    expect((await boxOf(bar)).height).toBeLessThan(60);
    expect((await boxOf(toast)).y).toBeGreaterThan((await boxOf(page.getByRole('banner'))).bottom);
    await expectNoSidewaysScroll(page);
  });

  it('offer a choice of environments instead of columns, in a line each with rounded corners', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const page = await browser.open(project.owner, flagsOf(project), { phone: true });
    const card = page.getByRole('row').filter({ hasText: flag.key });
    expect((await boxOf(card)).height).toBeLessThanOrEqual(50);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('button', { name: 'Environments', exact: true }).waitFor();
    await eventually(async () => expect(await page.getByRole('button', { name: 'Columns' }).count()).toBe(0));
    expect(await styleOf(card, 'borderTopLeftRadius')).toBe('11px');
    expect(await styleOf(card, 'borderBottomRightRadius')).toBe('11px');
    await openRow(page, flag);
    const time = card.getByText('just now');
    expect(await styleOf(time, 'fontSize')).toBe('12px');
  });
});

describe('the title of a page', () => {
  it('is in the same place on all pages, with room for 20 flags below', async () => {
    const project = await aProject(url);
    for (let index = 0; index < 24; index++) await aFlag(project, { key: `flag-${10 + index}` });
    const page = await browser.open(project.owner, flagsOf(project));
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('link', { name: 'flag-10' }).waitFor();
    const place = async (name: string) => {
      const { x, y, height } = await boxOf(page.getByRole('heading', { level: 1, name }));
      return { x, middle: y + height / 2 };
    };
    const flags = await place('Flags');
    const table = await boxOf(page.getByRole('grid').locator('..'));
    const row = await boxOf(page.getByRole('row').filter({ hasText: 'flag-29' }));
    expect(row.bottom).toBeLessThanOrEqual(table.bottom);
    await page.getByRole('link', { name: 'History' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
    expect(await place('History')).toEqual(flags);
  });
});
