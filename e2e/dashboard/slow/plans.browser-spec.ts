import {
  aFlag,
  aMember,
  aProject,
  eventually,
  type Flag,
  type Project,
  queryDatabase,
  sharedCluster,
} from '@burgee/testing';
import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { aBrowser, expectAccessible, expectNoSidewaysScroll } from '../browser.js';
import { valueIn } from '../../interface/flag-calls.js';

const { url } = sharedCluster();
const browser = aBrowser();

const flagPath = (project: Project, flag: Flag) => `/projects/${project.id}/flags/${flag.id}`;

async function aReviewedProject() {
  const project = await aProject(url);
  const flag = await aFlag(project);
  const rules = { approvals: 1 };
  await project.owner.client.patch(`/api/projects/${project.id}/environments/${project.production.id}`, rules);
  return { project, flag };
}

/** Opens the form of a schedule in the protected environment. */
async function openForm(page: Page, flag: Flag): Promise<Locator> {
  await page.getByRole('button', { name: `More for ${flag.key}` }).click();
  await page.getByRole('menuitem', { name: 'Schedule a change…' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Environment').selectOption('Production (protected)');
  return form;
}

async function schedule({ owner, id }: Project, state = 'open') {
  return (await owner.client.get(`/api/projects/${id}/schedules?state=${state}`)).body[0];
}

/** Makes the next step due now. */
async function makeDue(project: Project): Promise<void> {
  const { id } = await schedule(project);
  await queryDatabase(
    `update flags.schedules s
     set next_at = n.at, steps = jsonb_set(s.steps, array[s.next_step::text, 'at'], to_jsonb(n.at), false)
     from (select clock_timestamp()::timestamptz(3) as at) n where id = $1`,
    [id],
  );
}

const unread = (page: Page, count: number) =>
  page.getByRole('link', { name: 'Inbox' }).getByLabel(`${count} unread`, { exact: true });

it('plans, approves, runs, pauses, resumes and finishes a rollout in a protected environment', async () => {
  const { project, flag } = await aReviewedProject();
  const [author, reviewer] = [await aMember(url, project, 'editor'), await aMember(url, project, 'editor')];
  const page = await browser.open(author, flagPath(project, flag));
  const form = await openForm(page, flag);
  await form.getByText('Gradual rollout').click();
  await form.getByLabel('Percentages').fill('5, 50, 100');
  await form.getByLabel('Schedule name').fill('Careful rollout');
  await form.getByLabel('Reason (optional)').fill('for the sale');
  await form.getByText('The plan starts once someone else has approved it.').waitFor();
  await eventually(async () => expect(await form.getByRole('button', { name: 'Override approval' }).count()).toBe(0));
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Request approval' }).click();
  await page.getByText(`Requested approval of the plan for ${flag.key}`).waitFor();
  await eventually(async () => expect(await page.getByRole('dialog').count()).toBe(0));
  const card = page.getByRole('article', { name: 'Careful rollout' });
  await card.getByText('0 of 1 approval. No step runs before the plan is approved.').waitFor();
  await page.getByRole('link', { name: 'Schedules' }).getByLabel('1 paused or in review').waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const owners = await browser.open(project.owner, `/projects/${project.id}/flags`);
  await unread(owners, 1).waitFor();
  await owners.getByRole('link', { name: 'Inbox' }).click();
  await owners.getByText(`${author.name} requests approval of a plan for ${flag.key} in Production`).waitFor();
  await expectAccessible(owners);

  const reviews = await browser.open(reviewer, `/projects/${project.id}/requests`);
  const request = reviews.getByRole('article', {
    name: `${author.name} plans changes to ${flag.key} in Production`,
  });
  await request.getByText('for the sale').waitFor();
  await request.getByText('5% → 50%').waitFor();
  await request.getByText('If someone has changed the value, the plan pauses.').waitFor();
  await expectAccessible(reviews);
  await expectNoSidewaysScroll(reviews);
  await request.focus();
  await reviews.keyboard.press('a');
  await reviews.getByText('The plan is approved and starts').waitFor();
  await card.getByText(`Approved by ${reviewer.name}`).waitFor();
  await unread(page, 1).waitFor();

  await makeDue(project);
  await card.getByText('done', { exact: true }).waitFor();
  expect(await valueIn(author, flag, project.production)).toMatchObject({ is_enabled: true, rollout_percentage: 5 });

  const value = `/api/flags/${flag.id}/environments/${project.production.id}`;
  const override = { 'burgee-bypass-reason': 'customers cannot pay' };
  await project.owner.client.patch(value, { rollout_percentage: 7 }, override);
  await makeDue(project);
  await card.getByText('Someone changed the value since.').waitFor();
  await unread(page, 2).waitFor();
  await page.getByRole('link', { name: 'Schedules' }).getByLabel('1 paused or in review').waitFor();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Inbox' }).click();
  await page.getByText(`${reviewer.name} approved your plan for ${flag.key} in Production`).waitFor();
  const paused = page.getByRole('listitem').filter({ hasText: `The plan for ${flag.key} in Production is paused` });
  await paused.getByRole('link', { name: 'Open the plan' }).click();
  const listed = page.getByRole('article', { name: `${flag.key} · Careful rollout` });
  await eventually(async () => expect(await listed.evaluate((one) => one === document.activeElement)).toBe(true));
  await unread(page, 1).waitFor();
  await listed.getByRole('button', { name: 'Request approval: Careful rollout' }).click();
  await page.getByRole('dialog').getByText('7%', { exact: true }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Request approval' }).click();
  await page.getByText('Approval requested', { exact: true }).waitFor();
  await request.getByText('7% → 50%').waitFor();
  await request.focus();
  await reviews.keyboard.press('a');
  await eventually(async () =>
    expect(await valueIn(author, flag, project.production)).toMatchObject({ rollout_percentage: 50 }),
  );
  await makeDue(project);
  await eventually(async () => expect(await schedule(project, 'ended')).toMatchObject({ status: 'finished' }));
  await listed.getByText('Finished', { exact: true }).waitFor();
  expect(await valueIn(author, flag, project.production)).toMatchObject({ rollout_percentage: 100 });

  await page.getByRole('link', { name: 'Inbox' }).click();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await eventually(async () => expect(await page.getByLabel(/unread$/).count()).toBe(0));
});

it('offers an owner the override next to the request, with a reason, in the same dialog', async () => {
  const { project, flag } = await aReviewedProject();
  const page = await browser.open(project.owner, flagPath(project, flag), { phone: true });
  const form = await openForm(page, flag);
  await form.getByLabel('Change', { exact: true }).selectOption('Switch on');
  await form.getByRole('button', { name: 'Request approval' }).waitFor();
  await form.getByRole('button', { name: 'Override approval' }).click();
  await form.getByText('An override needs a reason.').waitFor();
  await form.getByLabel('Reason (required to override)').fill('customers cannot pay');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await form.getByRole('button', { name: 'Override approval' }).click();
  await page.getByText('Approval overridden: customers cannot pay').waitFor();
  expect(await schedule(project)).toMatchObject({ status: 'scheduled', if_changed: 'pause' });
  await eventually(async () => expect(await page.getByRole('dialog').count()).toBe(0));
});

it('shows a change request in the inbox of who may approve it, by keyboard, until it is decided', async () => {
  const { project, flag } = await aReviewedProject();
  const [author, reviewer] = [await aMember(url, project, 'editor'), await aMember(url, project, 'editor')];
  const page = await browser.open(reviewer, `/projects/${project.id}/flags`);
  await page.getByRole('link', { name: 'Inbox' }).click();
  await page.getByText('Nothing waits for you').waitFor();
  await page.getByText('Here you will find change requests that you may approve').waitFor();
  await expectAccessible(page);
  await page.goBack();
  await page.getByText('Live', { exact: true }).waitFor();

  const ask = async ({ id: flag_id }: { id: string }) => {
    const changes = [{ flag_id, patch: { is_enabled: true } }];
    await author.client.post(`/api/environments/${project.production.id}/change-requests`, { changes });
  };
  await ask(flag);
  await unread(page, 1).waitFor();
  await ask(await aFlag(project));
  await unread(page, 2).waitFor();
  await page.getByRole('link', { name: 'Inbox' }).press('Enter');
  const title = `${author.name} requests approval of a change of ${flag.key} in Production`;
  await page.getByText(title).waitFor();
  await expectAccessible(page);
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }
  await page.getByRole('button', { name: `Mark as read: ${title}` }).press('Enter');
  await unread(page, 1).waitFor();
  const list = page.getByRole('list', { name: 'Notices' });
  expect(await list.evaluate((one) => one === document.activeElement)).toBe(true);

  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await eventually(async () => expect(await page.getByLabel(/unread$/).count()).toBe(0));
  for (const key of ['j', 'ArrowDown', 'k', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  // The link is to the request of the older notice, which has the focus.
  await page.getByRole('article', { name: flag.key }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('a');
  await page.getByText('Approved by').waitFor();
  await page.getByRole('article').filter({ hasNotText: flag.key }).getByRole('button', { name: 'Reject' }).click();
  await page.getByRole('link', { name: 'Inbox' }).press('Enter');
  await page.getByText('Nothing waits for you').waitFor();

  const own = await browser.open(author, '/inbox');
  await own.getByText(`${reviewer.name} approved your request for a change of ${flag.key} in Production`).waitFor();
  const rejected = own.getByRole('listitem').filter({ hasText: `${reviewer.name} rejected your request` });
  await rejected.getByRole('link', { name: 'Show the request' }).click();
  await own.getByRole('article').and(own.locator(':focus')).getByText('Rejected').first().waitFor();
});
