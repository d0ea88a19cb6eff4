import { randomUUID } from 'node:crypto';
import { aFlag, aMember, aProject, eventually, sharedCluster, TestClient } from '@burgee/testing';
import { afterEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { closeStreams, listen } from '../../interface/sdk-calls.js';
import { aBrowser, expectAccessible, expectNoSidewaysScroll } from '../browser.js';
import { live } from '../screens.js';

const { url } = sharedCluster();
const browser = aBrowser();
const HOUR = 3_600_000;

afterEach(closeStreams);

const part = (page: Page, name: string) => page.getByRole('region', { name });

it('shows what waits for a member, and leaves out what is done as soon as it is', async () => {
  const project = await aProject(url);
  const { id, owner, development, production } = project;
  const flag = await aFlag(project);
  const author = await aMember(url, project, 'editor');
  await owner.client.patch(`/api/projects/${id}/environments/${production.id}`, { approvals: 1 });
  await owner.client.post(`/api/projects/${id}/invitations`, { role: 'viewer', email: 'ada@example.com' });
  const steps = [{ at: new Date(Date.now() + 24 * HOUR).toISOString(), patch: { is_enabled: true } }];
  const path = `/api/flags/${flag.id}/environments/${development.id}/schedules`;
  const { body: paused } = await owner.client.post(path, { name: 'Slow ramp', steps });
  await owner.client.post(`/api/projects/${id}/schedules/${paused.id}/pause`);
  await owner.client.post(path, { name: 'For the sale', steps });

  const page = await browser.open(owner, `/projects/${id}/home`);
  const waiting = part(page, 'Waiting for you');
  const invitations = part(page, 'Open invitations');
  await invitations.getByRole('link', { name: 'Invitation for ada@example.com' }).waitFor();
  await waiting.getByRole('link', { name: `Paused schedule: ${flag.key} · Slow ramp` }).waitFor();
  await part(page, 'Next seven days')
    .getByRole('link', { name: `${flag.key} · For the sale` })
    .waitFor();
  await part(page, 'Changed today').getByText('created the flag').waitFor();
  await live(page).waitFor();

  const changes = [{ flag_id: flag.id, patch: { is_enabled: true } }];
  await author.client.post(`/api/environments/${production.id}/change-requests`, { changes });
  const request = waiting.getByRole('link', { name: `${author.name} requests approval: ${flag.key}` });
  await request.waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await request.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('link', { name: 'Home' }).click();
  await waiting.waitFor();
  await invitations.waitFor();
  await eventually(async () => expect(await request.count()).toBe(0));

  await page.goto(url);
  await page.waitForURL(`**/projects/${id}/home`);
  await page.goto(`${url}/projects`);
  await page.getByRole('heading', { name: 'Projects' }).waitFor();
});

it('leads through the first steps, then names connected apps, their versions and refused pages', async () => {
  const project = await aProject(url);
  const page = await browser.open(project.owner, `/projects/${project.id}/home`, { phone: true });
  const steps = part(page, 'Three steps to your first live flag');
  await steps.getByRole('link', { name: 'Start' }).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await eventually(async () => expect(await part(page, 'Stale flags').count()).toBe(0));
  const [flag] = [await aFlag(project), await aFlag(project)];
  await steps.getByRole('link', { name: 'Continue' }).waitFor();

  const { production } = project;
  const app = new TestClient(url);
  await listen(production);
  await app.get('/api/v1/flags', { 'x-sdk-key': production.sdk_key, origin: 'https://refused.example.com' });
  const report = { app: 'checkout', sdk: 'burgee-js', sdk_version: '1.2.3', flags: { [flag.key]: { on: 1 } } };
  const reports = { window: randomUUID(), reports: [report] };
  await app.post('/api/v1/usage', reports, { 'x-sdk-key': production.sdk_key });
  const apps = part(page, 'Connected apps');
  await eventually(async () => {
    const { body } = await project.owner.client.get(`/api/projects/${project.id}/environments/${production.id}/usage`);
    expect(JSON.stringify(body)).toContain('burgee-js');
  });
  await page.reload();
  await apps.getByText('Reported in the last day: checkout (burgee-js 1.2.3)').waitFor();
  await part(page, 'Stale flags').getByText('No stale flags.').waitFor();
  await apps.getByText('1 open stream').waitFor();
  await apps.getByRole('button', { name: 'Allow https://refused.example.com' }).waitFor();
  await eventually(async () => expect(await steps.count()).toBe(0));
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.goto(`${url}/projects/${project.id}/usage?env=production`);
  await part(page, 'Applications').getByRole('row').filter({ hasText: 'burgee-js 1.2.3' }).waitFor();
  const flags = part(page, 'Flags by application');
  const row = flags.getByRole('row').filter({ hasText: flag.key });
  await row.getByText('checkout', { exact: true }).waitFor();
  await flags.getByText('1 flag has no reported usage here.').waitFor();
  await flags.getByLabel('Application').selectOption('checkout');
  await page.waitForURL('**/usage?env=production&app=checkout');
  await row.waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel('Environment').selectOption('Development');
  await flags.getByText('No application has reported a flag of this project here.').waitFor();
});

it('names the part that does not answer, and shows the others', async () => {
  const project = await aProject(url);
  await aFlag(project);
  const page = await browser.open(project.owner, '/projects');
  const refused = { status: 503, body: JSON.stringify({ code: 'unavailable', detail: 'The database is down.' }) };
  await page.route('**/audit?*', (route) => route.fulfill({ ...refused, contentType: 'application/problem+json' }));
  await page.goto(`${url}/projects/${project.id}/home`);
  await part(page, 'Changed today').getByRole('alert').getByText('Changes could not be loaded').waitFor();
  await part(page, 'Three steps to your first live flag').getByRole('link', { name: 'Continue' }).waitFor();
  await page.unrouteAll();
  await part(page, 'Changed today').getByRole('button', { name: 'Try again' }).click();
  await part(page, 'Changed today').getByText('created the flag').waitFor();
  await eventually(async () => expect(await page.getByRole('alert').count()).toBe(0));
});
