import {
  addMember,
  aProject,
  aUser,
  eventually,
  PASSWORD,
  type Project,
  startTestCluster,
  TestClient,
  type TestCluster,
} from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { aPerson, Way } from '../../single-sign-on/fixture.js';
import { TestIssuer } from '../../single-sign-on/test-issuer.js';
import { aBrowser, expectAccessible, expectNoSidewaysScroll } from '../browser.js';

const browser = aBrowser();

let cluster: TestCluster;
let issuer: TestIssuer;
beforeAll(async () => {
  [cluster, issuer] = [await startTestCluster({ links: false }), await TestIssuer.start()];
  await configure();
}, 240_000);
afterAll(async () => {
  await issuer?.stop();
  await cluster?.stop();
});

async function configure(changes: Record<string, string> = {}): Promise<void> {
  const { auth } = cluster.services;
  await auth!.stop();
  await auth!.start({ PUBLIC_URL: cluster.url, ...issuer.settings(1, { NAME: 'Staff' }), ...changes });
  await eventually(async () => {
    const { text } = await new TestClient(cluster.url).get('/sign-in', { accept: 'text/html' });
    expect(text).toContain(issuer.url);
    expect(text).toContain(`{&quot;password&quot;:${changes.PASSWORD_SIGN_IN !== 'off'},`);
  });
}

describe('the groups of a project', () => {
  it.each([390, 1024, 1440])(
    'are given roles by owners, by keyboard, and named by members, at %s px',
    async (width) => {
      const project = await aProject(cluster.url);
      const page = await browser.open(project.owner, `/projects/${project.id}/people`, { width });
      const groups = page.getByRole('region', { name: 'Groups', exact: true });
      const expectWell = async () => {
        await expectAccessible(page);
        await eventually(() => expectNoSidewaysScroll(page));
      };
      await groups.getByText('A group is a set of people at your sign-in provider').waitFor();
      const name = groups.getByLabel('Group', { exact: true });
      await name.press('Enter');
      await groups.getByText('Enter the name of a group.').waitFor();
      await eventually(async () => expect(await groups.getByLabel('Provider').inputValue()).toBe(issuer.url));
      await groups.getByLabel('Role', { exact: true }).selectOption('Viewer');
      await groups.getByRole('button', { name: 'Per environment' }).press('Enter');
      await groups.getByLabel('Production').selectOption('Editor');
      await expectWell();
      await name.fill('backend');
      await name.press('Enter');
      await groups.getByRole('list').getByText('Viewer, Editor in Production, at Staff').waitFor();
      await name.fill('backend');
      await name.press('Enter');
      await groups.getByText('This group has a role already.').waitFor();

      const person = aPerson({ groups: ['backend'] });
      expect(await new Way(cluster.url, issuer).signIn(person)).toBe('/');
      await page.reload();
      const member = page.getByRole('listitem').filter({ hasText: person.email });
      await member.getByText('from group backend').waitFor();
      await expectWell();

      await groups.getByRole('button', { name: 'Remove the role of backend' }).press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByText('lose access within seconds').waitFor();
      await expectWell();
      await dialog.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
      await groups.getByText('No group has a role yet').waitFor();
      await eventually(async () => {
        const { body } = await project.owner.client.get(`/api/projects/${project.id}/members`);
        expect(body).toHaveLength(1);
      });
    },
    180_000,
  );

  it('say what failed, and are read by admins alone', async () => {
    const [project, admin, viewer] = [await aProject(cluster.url), await aUser(cluster.url), await aUser(cluster.url)];
    await addMember(project, admin, 'admin');
    await addMember(project, viewer, 'viewer');
    const path = `/projects/${project.id}/people`;
    const page = await browser.open(admin, path);
    const groups = page.getByRole('region', { name: 'Groups', exact: true });
    await groups.getByText('Only owners give roles to groups.').waitFor();
    await eventually(async () => expect(await groups.getByRole('button').count()).toBe(0));
    await page.route('**/group-roles', (route) => route.abort());
    await page.reload();
    await groups.getByText('The groups could not be loaded').waitFor();
    await expectAccessible(page);
    await groups.getByRole('button', { name: 'Try again' }).click();
    await page.unroute('**/group-roles');
    await groups.getByText('No group has a role yet').waitFor();
    const other = await browser.open(viewer, path);
    await other.getByText(admin.email).waitFor();
    await eventually(async () => expect(await other.getByRole('heading', { name: 'Groups' }).count()).toBe(0));
  });
});

describe('an owner who signed in a while ago', () => {
  async function ageSessions(id: string): Promise<void> {
    const database = new pg.Client({ connectionString: cluster.databaseUrl });
    await database.connect();
    await database.query(
      `update auth.sessions set created_at = now() - interval '1 hour', proved_at = null where user_id = $1`,
      [id],
    );
    await database.end();
  }
  const giveRole = async (project: Project) => {
    await ageSessions(project.owner.id);
    const page = await browser.open(project.owner, `/projects/${project.id}/people`);
    await page.getByLabel('Group', { exact: true }).fill('backend');
    await page.getByRole('button', { name: 'Give role' }).click();
    await page.getByLabel('Your password').waitFor();
    return page;
  };

  it('confirms at a linked provider, and sees why that is not possible', async () => {
    const project = await aProject(cluster.url);
    const way = new Way(cluster.url, issuer, '1', project.owner.client);
    const { body } = await way.post('link');
    expect(await way.return(body.location, aPerson())).toContain('sso=linked');
    const page = await giveRole(project);
    await page.route('**/proof', (route) => route.abort());
    await page.getByRole('button', { name: 'Confirm with Staff' }).click();
    await page.getByText('The provider could not be asked').waitFor();
    await expectAccessible(page);
    await page.goto(`${cluster.url}/account`);
    await page.getByRole('button', { name: 'Unlink' }).waitFor();
    await eventually(async () => expect(await page.getByRole('button', { name: 'Link Staff' }).count()).toBe(0));
  });

  it('confirms with the password alone without a linked provider, and the history names group and member', async () => {
    const project = await aProject(cluster.url);
    const page = await giveRole(project);
    await eventually(async () => expect(await page.getByRole('button', { name: /^Confirm with/ }).count()).toBe(0));
    await page.getByLabel('Your password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Give role' }).click();
    await page.getByText('backend has a role.').waitFor();
    await new Way(cluster.url, issuer).signIn(aPerson({ groups: ['backend'], name: 'Alan Turing' }));
    await page.goto(`${cluster.url}/projects/${project.id}/history`);
    await page.getByText('gave a role to the group backend: editor').waitFor();
    await page.getByText('Burgee added Alan Turing by groups of the provider').waitFor();
  });
});

describe('an invitation', () => {
  it('makes the account at a first sign-in by a provider, and the person joins', async () => {
    const project = await aProject(cluster.url);
    const { body } = await project.owner.client.post(`/api/projects/${project.id}/invitations`, { role: 'editor' });
    await configure({ REGISTRATION: 'invite', PASSWORD_SIGN_IN: 'off' });
    issuer.person = aPerson();
    const nobody = { ...project.owner, client: new TestClient(cluster.url) };
    const page = await browser.open(nobody, new URL(body.link, cluster.url).href.slice(cluster.url.length), {
      fresh: true,
    });
    await page.getByRole('link', { name: 'Continue with Staff' }).waitFor();
    await expectAccessible(page);
    await page.goto(`${cluster.url}/register`);
    await page.getByText('You need no password').waitFor();
    await eventually(async () => expect(await page.getByLabel('Password').count()).toBe(0));
    await page.goto(`${cluster.url}/invitation`);
    await page.getByRole('link', { name: 'Continue with Staff' }).click();
    await page.waitForURL(`**/projects/${project.id}**`);
    await eventually(async () => {
      const { body: members } = await project.owner.client.get(`/api/projects/${project.id}/members`);
      expect(members).toContainEqual(expect.objectContaining({ email: issuer.person.email, role: 'editor' }));
    });
  });
});
