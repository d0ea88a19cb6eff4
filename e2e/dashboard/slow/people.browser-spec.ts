import { text } from 'node:stream/consumers';
import {
  aMember,
  anInvitation,
  aProject,
  aUser,
  eventually,
  PASSWORD,
  type Project,
  type User,
  unique,
  TestClient,
  sharedCluster,
} from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { asSuperuser, signedInLongAgo } from '../../security/database.js';
import { aBrowser, copyWith, expectAccessible, expectNoMarkup, expectNoSidewaysScroll, MARKUP } from '../browser.js';

const { url } = sharedCluster();
const browser = aBrowser();

/** Signs in the user with this email. */
async function signedIn(email: string): Promise<Pick<User, 'client' | 'id'>> {
  const client = new TestClient(url);
  await client.post('/api/auth/login', { email, password: PASSWORD });
  return { client, id: (await client.get('/api/auth/me')).body.id };
}

/** Adds this many members, each with a name of their own; they cannot sign in. @returns the names, in their order */
async function crowd(project: Project, size: number): Promise<string[]> {
  const name = unique('member');
  await asSuperuser(async (client) => {
    await client.query(
      `with person as (
         insert into auth.users (id, name, email, email_key, password_hash)
         select gen_random_uuid(), n.name, n.name || '@example.com', n.name || '@example.com', '-'
         from (select $1 || '-' || lpad(n::text, 3, '0') as name from generate_series(1, $2::int) n) n
         returning id, name
       )
       insert into flags.members (project_id, user_id, role, created_at)
       select $3, id, 'viewer', now() + right(name, 3)::int * interval '1 ms' from person`,
      [name, size, project.id],
    );
  });
  return Array.from({ length: size }, (_, index) => `${name}-${String(index + 1).padStart(3, '0')}`);
}

const isSignedIn = async ({ client }: User) => (await client.get('/api/auth/me')).status === 200;

/** A second session of the same user. */
async function elsewhere(user: User): Promise<User> {
  const client = new TestClient(url);
  const { status } = await client.post(
    '/api/auth/login',
    { email: user.email, password: PASSWORD },
    { 'user-agent': 'curl/8' },
  );
  expect(status).toBe(200);
  return { ...user, client };
}

describe('members and roles', () => {
  it('invites a new user who registers by the link, then makes them admin and removes them', async () => {
    const project = await aProject(url, { name: 'Web shop' });
    const page = await browser.open(project.owner, `/projects/${project.id}/people`);
    await page.getByText('There are no open invitations.').waitFor();
    const email = `${unique('trickster')}@example.com`;
    await page.getByLabel('Email').fill('nobody');
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByText('Must be an email.').waitFor();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByRole('list', { name: 'Open invitations' }).getByText(email).waitFor();
    await expectAccessible(page);
    const shown = page.getByLabel('Invitation link', { exact: true });
    await page.getByText(`The first person to use this link joins as editor. Send it only to ${email}.`).waitFor();
    const first = await shown.textContent();
    await page.getByRole('button', { name: `Create a new link for ${email}` }).click();
    await eventually(async () => expect(await shown.textContent()).not.toBe(first));
    const link = (await shown.textContent()) ?? '';
    expect(await copyWith(page.getByRole('button', { name: 'Copy invitation link' }), link)).toBe(link);

    const other = await browser.open(undefined, link.slice(url.length));
    await other.getByText(`${project.owner.name} invited you as editor`).waitFor();
    // The token is gone from the address, and so from the history.
    expect(new URL(other.url()).hash).toBe('');
    await expectAccessible(other);
    await other.getByRole('link', { name: 'Sign in and join' }).click();
    await other.getByText('Sign in to join Web shop as editor.').waitFor();
    await other.getByRole('link', { name: 'Create an account' }).click();
    await other.getByText('To join Web shop as editor.').waitFor();
    await other.getByLabel('Name').fill(MARKUP);
    await other.getByLabel('Email').fill(email);
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await other.getByLabel('Confirm password').fill(PASSWORD);
    await other.getByRole('button', { name: 'Create account' }).click();
    await other.waitForURL(`**/projects/${project.id}/flags`);
    await other.getByText('You joined Web shop as editor').waitFor();

    // The project's events tell the page that stayed open.
    await page.getByRole('list', { name: 'Open invitations' }).waitFor({ state: 'detached' });
    await shown.waitFor({ state: 'detached' });
    await page.getByText('Your last link is no longer valid').waitFor();
    const row = page.getByRole('region', { name: 'Members' }).getByRole('listitem').filter({ hasText: email });
    await row.waitFor();
    await expectNoMarkup(page);
    const trickster = await signedIn(email);

    await page.getByLabel(`Role of ${MARKUP}`).selectOption('Admin');
    await page.getByText(`${MARKUP} is now an admin`).waitFor();
    const read = () => trickster.client.get(`/api/projects/${project.id}`);
    expect((await read()).body.role).toBe('admin');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText(`Undone: ${MARKUP} is now an editor`).waitFor();
    expect((await read()).body.role).toBe('editor');

    // Undo does not revert a later change by another user.
    await page.getByLabel(`Role of ${MARKUP}`).selectOption('Admin');
    await eventually(async () => expect((await read()).body.role).toBe('admin'));
    await project.owner.client.patch(`/api/projects/${project.id}/members/${trickster.id}`, { role: 'viewer' });
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText(`The role of ${MARKUP} was not changed back`).waitFor();
    expect((await read()).body.role).toBe('viewer');

    await project.owner.client.patch(`/api/projects/${project.id}/members/${trickster.id}`, { role: 'editor' });
    await eventually(async () => expect(await row.getByRole('combobox').inputValue()).toBe('editor'));
    await page.getByRole('button', { name: `Remove ${MARKUP}` }).click();
    await page.getByRole('button', { name: 'Remove and rotate keys' }).click();
    await row.waitFor({ state: 'detached' });
    expect((await read()).status).toBe(404);
    const old = await trickster.client.get('/api/v1/flags', { 'x-sdk-key': project.production.sdk_key });
    expect(old.status).toBe(401);
  });

  it('gives an editor another role in one environment, and takes it away', async () => {
    const project = await aProject(url);
    const member = await aMember(url, project, 'editor');
    const page = await browser.open(project.owner, `/projects/${project.id}/people`);
    const row = page.getByRole('region', { name: 'Members' }).getByRole('listitem').filter({ hasText: member.email });
    const choose = async (role: string) => {
      await page.getByRole('button', { name: `Roles of ${member.name} per environment` }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Production').selectOption(role);
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByText(`The roles of ${member.name} are saved`).first().waitFor();
      await dialog.waitFor({ state: 'detached' });
    };
    await choose('Viewer');
    await row.getByText('Viewer in Production').waitFor();
    // Making an admin of them and undoing it keeps the role in the environment.
    await page.getByLabel(`Role of ${member.name}`, { exact: true }).selectOption('Admin');
    await page.getByText(`${member.name} is now an admin`).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText(`Undone: ${member.name} is now an editor`).waitFor();
    await row.getByText('Viewer in Production').waitFor();
    await choose('As in the project (editor)');
    await row.getByText('Viewer in Production').waitFor({ state: 'detached' });
  });

  it('loads members of a large project by page and by search', async () => {
    const project = await aProject(url);
    const names = await crowd(project, 120);
    const page = await browser.open(project.owner, `/projects/${project.id}/flags`);
    const read: number[] = [];
    page.on('response', (response) => {
      if (!/\/members\?/.test(response.url())) return;
      // The page may close before its last read ends.
      void response.json().then(
        (rows: object[]) => read.push(rows.length),
        () => undefined,
      );
    });
    await page.getByRole('link', { name: 'People' }).click();
    const rows = page.getByRole('region', { name: 'Members' }).getByRole('listitem');
    await page.getByText('The first 50 people').waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    await eventually(async () => expect(await rows.count()).toBe(100));
    await page.getByLabel('Search people').fill(names[119]!.toUpperCase());
    await page.getByText('1 person', { exact: true }).waitFor();
    await rows.filter({ hasText: names[119]! }).first().waitFor();
    await page.getByRole('search').getByLabel('Role').selectOption('Owner');
    await page.getByText('No one matches your search.').waitFor();

    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('combobox', { name: 'Person' }).fill(names[118]!);
    await page.getByRole('option', { name: names[118]! }).click();
    await page.getByText('No changes match').waitFor();
    expect(Math.max(...read)).toBeLessThanOrEqual(50);
  });

  it('lets a signed-in user accept or decline a link, and says when a link was used', async () => {
    const project = await aProject(url, { name: MARKUP });
    const user = await aUser(url);
    const { token } = await anInvitation(project, 'viewer');
    const page = await browser.open(user, `/invitation#${token}`, { phone: true });
    await page.getByText(`You are signed in as ${user.email}.`).waitFor();
    await expectNoMarkup(page);
    await expectNoSidewaysScroll(page);
    expect((await user.client.get(`/api/projects/${project.id}`)).status).toBe(404);
    await page.getByRole('button', { name: 'Join', exact: true }).click();
    await page.waitForURL(`**/projects/${project.id}/flags`);
    await page.getByText(`You joined ${MARKUP} as viewer`).waitFor();
    await expectNoMarkup(page);
    // The browser in which they joined knows the project. In another browser the service only says that the link was
    // used.
    await page.goto(`${url}/invitation#${token}`);
    await page.getByRole('heading', { name: `You are already a member of ${MARKUP}` }).waitFor();
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: 'Go to the project' }).click();
    await page.waitForURL(`**/projects/${project.id}/flags`);
    const again = await browser.open(user, `/invitation#${token}`);
    await again.getByText('This invitation was used, revoked or declined, or has expired.').waitFor();
    await again.getByText('If you already joined with it, find the project in your projects.').waitFor();
    const { token: open } = await anInvitation(project, 'editor');
    const member = await browser.open(user, `/invitation#${open}`);
    await member.getByRole('button', { name: 'Join', exact: true }).click();
    await member.getByText('The invitation is still open').waitFor();
    await expectAccessible(member);
    await member.getByRole('link', { name: 'Go to the project' }).click();
    await member.waitForURL(`**/projects/${project.id}/flags`);
    const [left] = (await project.owner.client.get(`/api/projects/${project.id}/invitations`)).body;
    await project.owner.client.delete(`/api/projects/${project.id}/invitations/${left.id}`);
    const { token: unwanted } = await anInvitation(project, 'admin');
    const declining = await browser.open(await aUser(url), `/invitation#${unwanted}`);
    await declining.getByRole('button', { name: 'Decline' }).click();
    await declining.getByText('Create your first project').waitFor();
    expect((await project.owner.client.get(`/api/projects/${project.id}/invitations`)).body).toEqual([]);
  });

  it('lists the webhooks that lowering or removing an admin disables, and enables them with a new secret', async () => {
    const project = await aProject(url);
    const admin = await aMember(url, project, 'admin');
    await admin.client.post(`/api/projects/${project.id}/webhooks`, {
      name: 'Deploys',
      url: 'https://hooks.example.com/burgee',
      actions: ['project_delete'],
    });
    const page = await browser.open(project.owner, `/projects/${project.id}/people`);
    const dialog = page.getByRole('dialog');
    const listed = () =>
      dialog.getByRole('list', { name: 'Webhooks that are disabled' }).getByText('Deploys').waitFor();
    await page.getByLabel(`Role of ${admin.name}`).selectOption('Editor');
    await dialog.getByText(`Make ${admin.name} an editor?`).waitFor();
    await listed();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Remove ${admin.name}` }).click();
    await listed();
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText(`${admin.name} was removed`).waitFor();

    await page.goto(`${url}/projects/${project.id}/settings`);
    await page
      .getByText('Disabled because the person who created it or set its address is no longer an admin')
      .waitFor();
    await page.getByRole('button', { name: 'More for Deploys' }).click();
    await page.getByRole('menuitem', { name: 'Enable with a new secret' }).click();
    await dialog.getByText('It sends changes to “https://hooks.example.com/burgee”.').waitFor();
    await dialog.getByText(`Created by ${admin.name}.`).waitFor();
    await dialog.getByRole('button', { name: 'Enable with a new secret' }).click();
    await page.getByText('refuse messages until they have this one').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText(`to hooks.example.com, by ${project.owner.name}`).waitFor();
    const [webhook] = (await project.owner.client.get(`/api/projects/${project.id}/webhooks`)).body;
    expect(webhook).toMatchObject({ is_enabled: true, created_by: project.owner.id });
  });

  it('keeps the last owner, lets one of two step down after a question, and lets a viewer leave', async () => {
    const project = await aProject(url);
    const [viewer, second] = [await aMember(url, project, 'viewer'), await aMember(url, project, 'admin')];
    const roleOf = async ({ client }: User) => (await client.get(`/api/projects/${project.id}`)).body.role;
    const [owners, viewers] = await Promise.all([
      browser.open(project.owner, `/projects/${project.id}/people`),
      browser.open(viewer, `/projects/${project.id}/people`, { phone: true }),
    ]);
    await owners.getByRole('button', { name: 'Leave project' }).click();
    await owners.getByRole('button', { name: 'Leave', exact: true }).click();
    await owners.getByText('A project needs an owner. Make someone else owner first.').waitFor();
    await owners.getByRole('button', { name: 'Cancel' }).click();

    // A user cannot undo lowering their own role, so the page asks.
    await project.owner.client.patch(`/api/projects/${project.id}/members/${second.id}`, { role: 'owner' });
    await owners.getByLabel(`Role of ${project.owner.name}`).selectOption('Editor');
    await owners.getByRole('dialog', { name: 'Give up the owner role?' }).waitFor();
    expect(await roleOf(project.owner)).toBe('owner');
    await owners.getByRole('button', { name: 'Become an editor' }).click();
    await owners.getByText(`${project.owner.name} is now an editor`).waitFor();
    expect(await roleOf(project.owner)).toBe('editor');

    await viewers.getByRole('listitem').filter({ hasText: viewer.email }).waitFor();
    await eventually(async () =>
      expect(await viewers.getByRole('button', { name: /^(Create|Remove)/ }).count()).toBe(0),
    );
    await expectNoSidewaysScroll(viewers);
    await viewers.getByRole('button', { name: 'Leave project' }).click();
    await viewers.getByRole('button', { name: 'Leave', exact: true }).click();
    await viewers.getByText('Create your first project').waitFor();
    expect((await viewer.client.get(`/api/projects/${project.id}`)).status).toBe(404);
  });
});

describe("a project's settings", () => {
  it('rename and describe the project, and delete it after its name is typed', async () => {
    const project = await aProject(url);
    const page = await browser.open(project.owner, `/projects/${project.id}/settings`);
    await page.getByRole('textbox', { name: 'Description' }).fill('Looked after by Grace');
    // Another user's save neither discards the typed text nor is overwritten.
    await page
      .getByRole('status')
      .filter({ hasText: /^Live$/ })
      .waitFor();
    await project.owner.client.patch(`/api/projects/${project.id}`, { name: 'Theirs' });
    await eventually(async () => expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Theirs'));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect((await project.owner.client.get(`/api/projects/${project.id}`)).body).toMatchObject({
      name: 'Theirs',
      description: 'Looked after by Grace',
    });
    await eventually(async () => expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true));
    await page.getByRole('textbox', { name: 'Name' }).fill(MARKUP);
    // Leaving asks first.
    const question = page.waitForEvent('dialog').then((dialog) => dialog.dismiss());
    await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
    await question;
    await page.getByRole('button', { name: 'Save' }).click();
    await eventually(async () =>
      expect((await project.owner.client.get(`/api/projects/${project.id}`)).body).toMatchObject({
        name: MARKUP,
        description: 'Looked after by Grace',
      }),
    );
    await expectNoMarkup(page);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Delete project' }).click();
    await page.getByLabel(/^Type/).fill(MARKUP);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete project' }).click();
    await page.getByText('Create your first project').waitFor();
    expect((await project.owner.client.get(`/api/projects/${project.id}`)).status).toBe(404);
  });

  it('export the project to a file, and import a file after a preview', async () => {
    const project = await aProject(url);
    const page = await browser.open(project.owner, `/projects/${project.id}/settings`);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.burgee\.json$/);
    await page.getByRole('button', { name: 'Import' }).click();
    const dialog = page.getByRole('dialog');
    const choose = (flags: object[], padding = '') =>
      dialog.locator('input[type=file]').setInputFiles({
        name: 'burgee.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify({ version: 1, environments: [], flags }) + padding),
      });
    await choose([{ key: 'a', type: 'number', name: '' }]);
    await dialog.getByText('/flags/0/name').waitFor();
    await eventually(async () => expect(await dialog.getByRole('button', { name: 'Import' }).isDisabled()).toBe(true));
    await choose([{ key: 'new-checkout', type: 'boolean', name: MARKUP }]);
    await dialog.getByText('new-checkout: new').waitFor();
    await dialog.getByText('2 environments and 0 flags stay unchanged.').waitFor();
    await expectAccessible(page);
    // Slow enough that the browser reports progress between the start and the end.
    const network = await page.context().newCDPSession(page);
    const throttle = (uploadThroughput: number) =>
      network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await throttle(200_000);
    await choose([{ key: 'new-checkout', type: 'boolean', name: MARKUP }], ' '.repeat(400_000));
    await dialog.getByText(/^Sending the file: [1-9]\d?\s?%$/).waitFor();
    await throttle(-1);
    await dialog.getByText('new-checkout: new').waitFor();
    await dialog.getByRole('button', { name: 'Import' }).click();
    await page.getByText('Imported', { exact: true }).waitFor();
    expect((await project.owner.client.get(`/api/projects/${project.id}/flags`)).body).toMatchObject([
      { key: 'new-checkout', name: MARKUP },
    ]);
  });
});

describe("one's own account", () => {
  it('lists its sessions, and signs out one or all others', async () => {
    const user = await aUser(url);
    const others = [await elsewhere(user), await elsewhere(user), await elsewhere(user)];
    const page = await browser.open(user, '/account');
    await page.getByText('this session').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sign out curl' }).first().click();
    await page.getByText('curl was signed out').waitFor();
    expect((await Promise.all(others.map(isSignedIn))).filter(Boolean)).toHaveLength(2);
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByText('Signed out everywhere else', { exact: true }).waitFor();
    expect(await Promise.all([user, ...others].map(isSignedIn))).toEqual([true, false, false, false]);
    await page.getByText('No other sessions.').waitFor();
    await eventually(async () => expect(await page.getByRole('button', { name: /^Sign out/ }).count()).toBe(0));
  });

  it('changes the password, shows errors at the field, and signs out other sessions', async () => {
    const user = await aUser(url);
    const other = await elsewhere(user);
    const page = await browser.open(user, '/');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Your account' }).click();
    const change = page.getByRole('button', { name: 'Change password' });
    const fill = async (current: string, fresh: string, again: string) => {
      await page.getByLabel('Current password').fill(current);
      await page.getByLabel('New password', { exact: true }).fill(fresh);
      await page.getByLabel('Confirm new password').fill(again);
      await change.click();
    };
    await fill(PASSWORD, 'short', 'other');
    await page.getByText('Use at least 8 characters.').waitFor();
    await page.getByText('The passwords do not match.').waitFor();
    await fill('not the password', 'a brand new password', 'a brand new password');
    await page.getByText('Is not the current password.').waitFor();
    await fill(PASSWORD, 'a brand new password', 'a brand new password');
    await page.getByText('Password changed').waitFor();
    expect(await Promise.all([user, other].map(isSignedIn))).toEqual([true, false]);
    const answer = await new TestClient(url).post('/api/auth/login', {
      email: user.email,
      password: 'a brand new password',
    });
    expect(answer.status).toBe(200);
  });

  it('changes the name, and saves the data as a file', async () => {
    const user = await aUser(url);
    const page = await browser.open(user, '/account');
    const name = page.getByLabel('Your name');
    await name.fill(' ');
    await name.press('Enter');
    await page.getByText('Enter a name.').waitFor();
    await name.fill('Grace');
    await name.press('Enter');
    await page.getByText('Name changed').waitFor();
    await page.getByText(`Grace, ${user.email}`).waitFor();
    expect((await user.client.get('/api/auth/me')).body.name).toBe('Grace');
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('burgee-account.json');
    expect(JSON.parse(await text(await saved.createReadStream()))).toMatchObject({
      account: { id: user.id, name: 'Grace' },
      sessions: [{ current: true }],
      memberships: [],
      notices: [],
    });
  });

  it('is deleted after its email was typed and the password given, and says so outside', async () => {
    const project = await aProject(url, { name: 'Web shop' });
    const member = await aMember(url, project, 'admin');
    const user = project.owner;
    await signedInLongAgo(user);
    const page = await browser.open(user, '/account');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: 'Delete my account' });
    const email = dialog.getByLabel(/to confirm$/);
    await email.fill('someone@example.com');
    await eventually(async () => expect(await confirm.isDisabled()).toBe(true));
    await email.fill(user.email);
    await email.press('Enter');
    const password = dialog.getByLabel('Your password', { exact: true });
    await password.fill('not the password');
    await password.press('Enter');
    await dialog.getByText('Is not the current password.').waitFor();
    await expectAccessible(page);
    await password.fill(PASSWORD);
    await password.press('Enter');
    await dialog.getByText('"Web shop"').waitFor();
    await user.client.patch(`/api/projects/${project.id}/members/${member.id}`, { role: 'owner' });
    // It is done, and its answer is 503.
    await page.route('**/api/auth/me', async (route) => {
      if (route.request().method() !== 'DELETE') return route.continue();
      await route.fetch();
      await route.fulfill({ status: 503 });
    });
    await confirm.click();
    await page.getByRole('heading', { name: 'Your account is deleted' }).waitFor();
    await expectAccessible(page);
    expect(new URL(page.url()).pathname).toBe('/account-deleted');
    expect(await isSignedIn(user)).toBe(false);
    await page.goto(new URL('/account', url).href);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
});
