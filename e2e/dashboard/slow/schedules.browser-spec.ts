import { aFlag, aProject, eventually, type Flag, type Project, sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { aBrowser, expectAccessible, expectNoSidewaysScroll } from '../browser.js';

const { url } = sharedCluster();
const browser = aBrowser();
const HOUR = 3_600_000;

const listPath = ({ id }: Project) => `/projects/${id}/schedules`;
const flagPath = (project: Project, flag: Flag) => `/projects/${project.id}/flags/${flag.id}`;

interface Listed {
  id: string;
  status: string;
  steps: { at: string; patch: object }[];
}
async function listed({ owner, id }: Project, state = 'open'): Promise<Listed[]> {
  return (await owner.client.get(`/api/projects/${id}/schedules?state=${state}`)).body;
}

function aSchedule(project: Project, flag: Flag, steps: [milliseconds: number, patch: object][], more: object = {}) {
  const body = { steps: steps.map(([ms, patch]) => ({ at: new Date(Date.now() + ms).toISOString(), patch })), ...more };
  return project.owner.client.post(`/api/flags/${flag.id}/environments/${project.production.id}/schedules`, body);
}

describe('schedules', () => {
  it('are explained in the empty list, and a rollout on the flag page shows the change of each step', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const page = await browser.open(project.owner, listPath(project));
    await page.getByText('Nothing is scheduled').waitFor();
    await expectAccessible(page);

    await page.goto(url + flagPath(project, flag));
    await eventually(async () => expect(await page.getByText('Scheduled changes').count()).toBe(0));
    await page.getByRole('button', { name: `More for ${flag.key}` }).click();
    await page.getByRole('menuitem', { name: 'Schedule a change…' }).click();
    const dialog = page.getByRole('dialog');
    // The form preselects no protected environment.
    await eventually(async () =>
      expect(await dialog.getByLabel('Environment').inputValue()).toBe(project.development.id),
    );
    await dialog.getByLabel('Environment').selectOption('Production (protected)');
    await dialog.getByText('Scheduled changes run without another confirmation.').waitFor();
    await dialog.getByText('Gradual rollout').click();
    await dialog.getByLabel('Percentages').fill('5, 200');
    await dialog.getByText('Enter up to 20 whole numbers from 0 to 100').waitFor();
    await dialog.getByLabel('Percentages').fill('5, 50, 100');
    await dialog.getByText('50% → 100%').waitFor();
    await dialog.getByRole('img', { name: /^Percentage over time: 5% from/ }).waitFor();
    await dialog.getByLabel('Schedule name').fill('Careful rollout');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Schedule in Production' }).click();
    await page.getByText(`Scheduled a change to ${flag.key}`).waitFor();
    const [made] = await listed(project);
    expect(made?.steps.map(({ patch }) => patch)).toEqual([
      { is_enabled: true, rollout_percentage: 5 },
      { rollout_percentage: 50 },
      { rollout_percentage: 100 },
    ]);
    const times = made?.steps.map(({ at }) => Date.parse(at)) ?? [];
    expect([times[1]! - times[0]!, times[2]! - times[1]!]).toEqual([24 * HOUR, 24 * HOUR]);
    await page.getByRole('article', { name: 'Careful rollout' }).getByText('Scheduled', { exact: true }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  it('refuses a schedule that changes nothing, and says who loses a flag that is on to a rollout', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const { client } = project.owner;
    await client.patch(`/api/flags/${flag.id}/environments/${project.development.id}`, { is_enabled: true });
    const page = await browser.open(project.owner, flagPath(project, flag));
    await page.getByRole('button', { name: `More for ${flag.key}` }).click();
    await page.getByRole('menuitem', { name: 'Schedule a change…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Change', { exact: true }).selectOption('Switch on');
    await dialog.getByText(`${flag.key} already has this value in Development`).waitFor();
    await eventually(async () =>
      expect(await dialog.getByRole('button', { name: 'Schedule', exact: true }).isDisabled()).toBe(true),
    );
    await dialog.getByText('Gradual rollout').click();
    await dialog.getByText('The first step lowers that to 5%: 95% of users lose it').waitFor();
    await expectAccessible(page);
  });

  it('says that a rollout has no effect without an unconditional value', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project, { type: 'string' });
    const page = await browser.open(project.owner, flagPath(project, flag));
    await page.getByRole('button', { name: `More for ${flag.key}` }).click();
    await page.getByRole('menuitem', { name: 'Schedule a change…' }).click();
    const dialog = page.getByRole('dialog');
    const warning = dialog.getByText('The percentage has no effect yet');
    await dialog.getByText('What each step changes').waitFor();
    await eventually(async () => expect(await warning.count()).toBe(0));
    await dialog.getByText('Gradual rollout').click();
    await warning.waitFor();
  });

  it('pauses, resumes, edits and cancels a schedule', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    await aSchedule(project, flag, [[HOUR, { is_enabled: true }]], { name: 'Launch' });
    const page = await browser.open(project.owner, listPath(project));
    const card = page.getByRole('article', { name: `${flag.key} · Launch` });
    await card.getByRole('button', { name: 'Pause: Launch' }).click();
    await card.getByText('Paused by a member.').waitFor();
    await expectAccessible(page);
    await card.getByRole('button', { name: 'Resume: Launch' }).click();
    const asked = page.getByRole('dialog', { name: 'Resume the schedule Launch?' });
    await asked.getByText('Its next step runs on').waitFor();
    await asked.getByText('This environment is protected').waitFor();
    expect(await listed(project)).toMatchObject([{ status: 'paused' }]);
    await expectAccessible(page);
    await asked.getByRole('button', { name: /^Resume in / }).click();
    await card.getByText('Scheduled', { exact: true }).waitFor();
    await card.getByRole('button', { name: 'Edit: Launch' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Change', { exact: true }).selectOption('Set the percentage');
    await dialog.getByRole('spinbutton', { name: 'Percentage' }).fill('7');
    await dialog.getByText('100% → 7%').waitFor();
    await dialog.getByRole('button', { name: 'Save schedule' }).click();
    await card.getByText('100% → 7%').waitFor();
    expect(await listed(project)).toMatchObject([
      { status: 'scheduled', steps: [{ patch: { rollout_percentage: 7 } }] },
    ]);
    await card.getByRole('button', { name: 'Cancel schedule: Launch' }).click();
    await dialog.getByText('This environment is protected').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Keep schedule' }).click();
    await dialog.waitFor({ state: 'detached' });
    await card.getByRole('button', { name: 'Cancel schedule: Launch' }).click();
    await dialog.getByRole('button', { name: 'Cancel schedule' }).click();
    await card.getByText('Canceled', { exact: true }).waitFor();
    expect(await listed(project, 'ended')).toMatchObject([{ status: 'cancelled' }]);
  });

  it('shows a finished step on open pages, and in the history as scheduled', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const page = await browser.open(project.owner, flagPath(project, flag));
    await aSchedule(project, flag, [
      [2_500, { is_enabled: true }],
      [HOUR, { is_enabled: false }],
    ]);
    const card = page.getByRole('article', { name: '2 changes' });
    await card.getByText('done', { exact: true }).waitFor();
    await eventually(async () =>
      expect(await page.getByRole('switch', { name: 'Switch in Production' }).isChecked()).toBe(true),
    );
    await page.goto(`${url}/projects/${project.id}/history`);
    await page.getByText('switched on by schedule').first().waitFor();
  });
});
