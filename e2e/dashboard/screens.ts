import { aFlag, aProject, type Flag, type Project, sharedCluster, type User } from '@burgee/testing';
import type { Page } from 'playwright-core';
import { type aBrowser, MARKUP } from './browser.js';

const { url } = sharedCluster();

/** A project with a flag that has a rule, and every address with a text that shows that it has loaded. */
export async function createScreens() {
  const project = await aProject(url, { description: 'The web shop.' });
  const flag = await aFlag(project, { description: MARKUP });
  await project.owner.client.patch(`/api/flags/${flag.id}/environments/${project.development.id}`, {
    is_enabled: true,
    rollout_percentage: 30,
    targeting_attribute: 'country',
    targeting_value: 'NO',
    targeting_return_value: 'true',
  });
  const inside = `/projects/${project.id}`;
  const ready: Record<string, string> = {
    '/': 'The web shop.',
    '/projects': 'The web shop.',
    '/projects/new': 'Environments',
    [`${inside}/home`]: 'Changed today',
    [`${inside}/flags`]: flag.key,
    [`${inside}/flags/${flag.id}`]: 'Side by side',
    [`${inside}/flags/${flag.id}?tab=usage`]: 'No usage reported',
    [`${inside}/flags/${flag.id}?tab=code`]: 'Python',
    [`${inside}/flags/${flag.id}?tab=activity`]: 'created the flag',
    [`${inside}/flags/${flag.id}?tab=who`]: 'Targeting key',
    [`${inside}/connect`]: 'Waiting for your app',
    [`${inside}/who`]: 'Choose a flag',
    [`${inside}/who?flag=${flag.id}`]: 'Try a rollout',
    [`${inside}/history`]: 'created the flag',
    [`${inside}/as-it-was`]: 'Who got what',
    [`${inside}/environments`]: 'Check a web page',
    [`${inside}/compare?to=production`]: 'Rule or value',
    [`${inside}/usage`]: 'Flags by application',
    [`${inside}/schedules`]: 'Nothing is scheduled',
    [`${inside}/invite`]: 'Optional label',
    [`${inside}/requests`]: 'No change requests',
    [`${inside}/people`]: 'Can see everything except keys.',
    [`${inside}/settings`]: 'Delete project',
    '/account': 'Sessions',
    '/inbox': 'Nothing waits for you',
  };
  return { project, flag, inside, ready };
}

export const flagsOf = ({ id }: Project) => `/projects/${id}/flags`;
/** The switch of a flag in the table. */
export const switchOf = (page: Page, { key }: Flag, environment = 'Development') =>
  page.getByRole('switch', { name: `${key} in ${environment}` });
/** Opens the row of a flag on a phone, to its switches. */
export const openRow = (page: Page, { key }: Flag) =>
  page.getByRole('button', { name: `Environments of ${key}:` }).click();
/** Opens an environment on the page of a flag, to edit or read its value. */
export const openLine = (page: Page, environment = 'Development') =>
  page.getByRole('button', { name: new RegExp(`^(Edit|Details) in ${environment}$`) }).click();
/** The page shows this while it receives changes. */
export const live = (page: Page) => page.getByRole('status').filter({ hasText: /^Live$/ });
export const valuePath = ({ development }: Project, { id }: Flag) => `/api/flags/${id}/environments/${development.id}`;

/** Tabs of one window, one after the other; each shows its path of a project and receives changes. */
export async function openTabs(
  { open }: ReturnType<typeof aBrowser>,
  user: User,
  [path = '/', ...others]: readonly string[],
  screen: Parameters<ReturnType<typeof aBrowser>['open']>[2] = {},
): Promise<Page[]> {
  const first = await open(user, path, screen);
  const tabs = [first];
  for (const other of others) {
    const tab = await first.context().newPage();
    await tab.goto(new URL(other, first.url()).href);
    tabs.push(tab);
    await live(tab).waitFor();
  }
  return tabs;
}

/** A flag's stored value in an environment, by the environment's name. */
export async function stored({ owner }: Project, { id }: Flag, environment = 'Development') {
  const { body } = await owner.client.get(`/api/flags/${id}/environments`);
  return body.find((row: { environment_name: string }) => row.environment_name === environment);
}

/** Types into the open palette and presses Enter, without waiting for its items to load. */
export async function choose(page: Page, typed: string): Promise<void> {
  const search = page.getByPlaceholder('Search flags, pages, projects and commands');
  await search.fill(typed);
  await search.press('Enter');
}

/** Chooses the flag for the code of the page "Connect an app". */
export async function chooseFlag(page: Page, key: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Flag in the code' }).click();
  await page.getByRole('option', { name: key, exact: true }).click();
}

/** The keys of the flags in the table, in its order. */
export const keysOf = (page: Page) => page.getByRole('rowheader').getByRole('link').allInnerTexts();

export const pageOf = ({ id }: Project, flag: Flag) => `/projects/${id}/flags/${flag.id}`;
