import { aFlag, aMember, aProject, eventually, type Flag, type Project, sharedCluster } from '@burgee/testing';
import { evaluate } from '@burgee/sdk/evaluation';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aBrowser, copyWith, expectAccessible, expectNoMarkup, expectNoSidewaysScroll, MARKUP } from '../browser.js';

const { url } = sharedCluster();
const browser = aBrowser();

const RULE = { targeting_attribute: 'plan', targeting_value: 'pro', targeting_return_value: 'true' };
const put = ({ owner, production }: Project, flag: Flag, body: object) =>
  owner.client.patch(`/api/flags/${flag.id}/environments/${production.id}`, body);
const pathOf = ({ id }: Project, query = '') => `/projects/${id}/who${query}`;
const answerIn = (page: Page, environment: string) => page.getByRole('listitem').filter({ hasText: environment });

/** The result of an application with the SDK's evaluator. */
async function applied({ owner, production }: Project, flag: Flag, context: { targetingKey: string }) {
  const { body } = await owner.client.get('/api/v1/flags', { 'x-sdk-key': production.sdk_key });
  return evaluate(body, flag.key, false, context);
}

describe('who sees this', () => {
  it('shows the value, reason and bucket of a user in each environment, like an application', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project, { name: MARKUP });
    await put(project, flag, { is_enabled: true, rollout_percentage: 40, ...RULE });
    const page = await browser.open(project.owner, `/projects/${project.id}/flags/${flag.id}`);
    await page.getByRole('tab', { name: 'Test a user' }).click();
    const [development, production] = ['Development', 'Production'].map((name) => answerIn(page, name));
    await development!.getByText('The flag is off in this environment.').waitFor();
    await production!.getByText('A user without a targeting key is outside the').waitFor();

    const seen = new Set<string>();
    // The bucket depends on the flag's key, which differs in each run: repeats until both outcomes occurred.
    for (let user = 1; seen.size < 2 || user <= 5; user++) {
      const targetingKey = `user-${user}`;
      await page.getByLabel('Targeting key').fill(targetingKey);
      const { value } = await applied(project, flag, { targetingKey });
      await production!.getByText(value ? /^Bucket \d+ is below 40/ : /^Bucket \d+ is not below 40/).waitFor();
      await eventually(async () => expect(await production!.locator('[data-value]').textContent()).toBe(String(value)));
      seen.add(String(value));
    }

    await page.getByRole('button', { name: 'plan is pro' }).click();
    await production!.getByText('The rule matches: plan is “pro”.').waitFor();
    await page.getByLabel('Attributes').fill('{"plan":');
    await page.getByText('Invalid JSON').waitFor();
    // While the JSON is incomplete, the page cannot insert a rule's attribute, and keeps the input.
    await eventually(async () =>
      expect(await page.getByRole('button', { name: 'plan is pro' }).isDisabled()).toBe(true),
    );
    await expectAccessible(page);
  });

  it('tries a percentage without changing it, and shows another user the same by link', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    await put(project, flag, { rollout_percentage: 10 });
    const viewer = await aMember(url, project, 'viewer');
    const page = await browser.open(
      project.owner,
      pathOf(project, `?flag=${flag.id}&environment=${project.production.id}`),
    );
    await page.getByText('get it at 10%. This is the current rollout.').waitFor();
    await page.getByLabel('Your users').fill('ada\ngrace\nada');
    const slider = page.getByRole('slider', { name: 'Percentage to try' });
    for (let step = 0; step < 15; step++) await slider.press('ArrowRight');
    await page.getByText(/get it at 25%\. That is \d+ more than at 10%; nobody loses it\./).waitFor();
    const rows = page.getByRole('region', { name: 'Users' }).getByRole('row');
    await eventually(async () => expect(await rows.count()).toBe(3));
    const square = await page.locator('figure rect').first().boundingBox();
    expect(square?.width).toBeLessThan(30);
    const said = (await page.getByText(/get it at 25%/).textContent()) ?? '';
    const inAt25 = await Promise.all(
      ['ada', 'grace'].map(async (targetingKey) => {
        const row = { ...(await aRowOf(project, flag)), is_enabled: true, rollout_percentage: 25 };
        return evaluate([row], flag.key, false, { targetingKey }).value;
      }),
    );
    expect(said).toContain(`${inAt25.filter(Boolean).length} of 2`);
    await eventually(() => expect(new URL(page.url()).searchParams.get('share')).toBe('25'));
    // The users to try stay in the page.
    expect(page.url()).not.toContain('grace');
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage, history.state])')).not.toContain('grace');
    await page.getByLabel('Your users').fill('');
    await page.getByText(/\d+ of 1,000 users get it at 25%/).waitFor();
    const saidOfMany = (await page.getByText(/get it at 25%/).textContent()) ?? '';

    const link = new URL(await copyWith(page.getByRole('button', { name: 'Copy link' }), new RegExp(flag.id)));
    const other = await browser.open(viewer, link.pathname + link.search, { phone: true });
    await other.getByText(/get it at 25%/).waitFor();
    await eventually(async () => expect(await other.getByText(/get it at 25%/).textContent()).toBe(saidOfMany));
    await expectNoSidewaysScroll(other);
    const { body } = await project.owner.client.get(`/api/flags/${flag.id}/environments`);
    expect(body[1]).toMatchObject({ is_enabled: false, rollout_percentage: 10 });
  });

  it('shows texts of a rule as text, and says that the code has the default', async () => {
    const project = await aProject(url, { environments: [{ name: MARKUP }, { name: 'Second' }] });
    const flag = await aFlag(project, { type: 'string' });
    await put(project, flag, { is_enabled: true, ...RULE, targeting_return_value: MARKUP });
    const page = await browser.open(project.owner, pathOf(project, `?flag=${flag.id}`));
    await answerIn(page, 'Second').getByText("your code's default").waitFor();
    await page.getByRole('button', { name: 'plan is pro' }).click();
    await page.locator('[data-value]').waitFor();
    await eventually(async () => expect(await page.locator('[data-value]').textContent()).toBe(`“${MARKUP}”`));
    await expectNoMarkup(page);
    await expectAccessible(page);
    // A link must not show another flag.
    await project.owner.client.delete(`/api/flags/${flag.id}`);
    await aFlag(project);
    await page.reload();
    await page.getByText('This flag does not exist').waitFor();
  });

  it('shows the unconditional value and the ramp of a text flag', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project, { type: 'string' });
    await put(project, flag, { is_enabled: true, targeting_return_value: 'blue' });
    const page = await browser.open(project.owner, pathOf(project, `?flag=${flag.id}`));
    await page.locator('[data-value="blue"]').waitFor();
    await page.getByText('The flag is on for everyone.').waitFor();
    await page.getByRole('slider', { name: 'Percentage to try' }).waitFor();

    // A percentage of a flag without a value has no effect.
    await put(project, flag, { targeting_return_value: null, rollout_percentage: 31 });
    await page.getByLabel('Targeting key').fill('ada');
    const production = answerIn(page, 'Production');
    await production.getByText('The flag has no value in this environment').waitFor();
    await eventually(async () => expect(await production.getByText(/bucket|SPLIT/).count()).toBe(0));
    await eventually(async () => expect(await page.getByRole('slider', { name: 'Percentage to try' }).count()).toBe(0));
  });
});

describe('without a flag in the address', () => {
  it('asks for one, and shows nothing of earlier flags', async () => {
    const project = await aProject(url);
    const [, second] = [await aFlag(project, { key: 'first' }), await aFlag(project, { key: 'second' })];
    const page = await browser.open(project.owner, pathOf(project));
    await page.getByRole('heading', { name: 'Choose a flag' }).waitFor();
    await eventually(async () => expect(await page.getByRole('heading', { name: 'Result' }).count()).toBe(0));
    await page.getByLabel('Flag', { exact: true }).fill('second');
    await page.getByRole('heading', { name: 'Result' }).waitFor();
    await eventually(() => expect(new URL(page.url()).searchParams.get('flag')).toBe(second.id));
    await page.getByText('The flag is off in this environment.').first().waitFor();
  });
});

async function aRowOf({ owner, production }: Project, flag: Flag) {
  const { body } = await owner.client.get('/api/v1/flags', { 'x-sdk-key': production.sdk_key });
  return body.find(({ key }: { key: string }) => key === flag.key);
}
