import {
  aProject,
  aUser,
  eventually,
  linkIn,
  type MailServer,
  startMailServer,
  startTestCluster,
  type TestCluster,
  unique,
} from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { aBrowser, expectAccessible, expectToFit } from '../browser.js';

const browser = aBrowser();

/** A cluster of its own, which sends mail. */
describe('the pages of mail', () => {
  let cluster: TestCluster;
  let mail: MailServer;
  beforeAll(async () => {
    mail = await startMailServer();
    const settings = {
      SMTP_URL: mail.url,
      MAIL_FROM: 'burgee@example.com',
      PUBLIC_URL: 'http://localhost',
      REGISTRATION: 'domain',
      REGISTRATION_DOMAINS: 'example.com',
    };
    cluster = await startTestCluster({ links: false, settings });
  }, 120_000);
  afterAll(async () => {
    await cluster?.stop();
    await mail?.close();
  });

  /** Runs a statement about one account. */
  async function change(statement: string, id: string): Promise<void> {
    const database = new pg.Client({ connectionString: cluster.databaseUrl });
    await database.connect();
    await database.query(statement, [id]);
    await database.end();
  }

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
  const linkTo = (email: string, subject: string, count = 1) =>
    eventually(() => {
      const found = mail.mails.filter(({ to, subject: of }) => to[0] === email && of === `Burgee: ${subject}`);
      expect(found).toHaveLength(count);
      return cluster.url + linkIn(found.at(-1));
    });

  it('keep an account that registered by domain on one page until its address is confirmed', async () => {
    const ada = await aUser(cluster.url);
    const page = await browser.open(ada, '/');
    await heading(page, 'Confirm your email address');
    await page.getByText(`A link was mailed to ${ada.email}`).waitFor();
    await expectAccessible(page);
    await expectToFit(page);
    await linkTo(ada.email, 'confirm your email address');
    await press(page, 'Send the link again');
    await page.getByText('Another link is on its way').waitFor();
    await page.goto(await linkTo(ada.email, 'confirm your email address', 2));
    await press(page, 'Confirm');
    await page.getByText('Your address is confirmed.').waitFor();
    await press(page, 'Continue');
    await page
      .getByRole('button', { name: /account/i })
      .first()
      .waitFor();
    await page.goto(`${cluster.url}/account`);
    const address = page.getByRole('region', { name: 'Email address' });
    await address.getByText('Your address is confirmed.').waitFor();
    await expectAccessible(page);
    const mailed = (checked: boolean) => address.getByRole('switch', { name: 'Mail me what waits', checked }).waitFor();
    await mailed(true);
    await address.getByRole('switch', { name: 'Mail me what waits in my inbox' }).click();
    await mailed(false);
    await page.reload();
    await mailed(false);
  }, 120_000);

  it('have a link mailed that sets a new password', async () => {
    const { email } = await aUser(cluster.url);
    const page = await browser.open(undefined, '/icon.svg');
    await page.goto(`${cluster.url}/sign-in`);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await heading(page, 'Forgot your password?');
    await page.getByLabel('Email').fill(email);
    await expectAccessible(page);
    await press(page, 'Send the link');
    await page.getByText('If an account has this email').waitFor();
    await page.goto(await linkTo(email, 'set a new password'));
    await page.getByLabel('New password', { exact: true }).waitFor();
    await expectAccessible(page);
  }, 120_000);

  it('mail an invitation to its address, and show its link as well', async () => {
    const owner = await aUser(cluster.url);
    await change('update auth.users set email_verified_at = now() where id = $1', owner.id);
    const project = await aProject(cluster.url, { name: 'Web shop' }, owner);
    const email = `${unique('grace')}@example.com`;
    const page = await browser.open(owner, `/projects/${project.id}/people`);
    await page.getByText('Optional. An invitation is mailed to it.').waitFor();
    await page.getByLabel('Email').fill(email);
    await press(page, 'Create link');
    await page.getByText(`Mailed to ${email}`).waitFor();
    const shown = await page.getByLabel('Invitation link', { exact: true }).textContent();
    await expectAccessible(page);
    const mailed = await linkTo(email, 'invitation to Web shop');
    expect(mailed).not.toBe(shown);
    const other = await browser.open(undefined, '/icon.svg');
    await other.goto(mailed);
    await other.getByText(`${owner.name} invited you as editor`).waitFor();
  }, 120_000);

  it('show an administrator that mail is on, and send a test', async () => {
    const root = await aUser(cluster.url);
    await change('update auth.users set administrator_since = now(), email_verified_at = now() where id = $1', root.id);
    const page = await browser.open(root, '/administration/registration');
    await page.getByText('Mail is sent as burgee@example.com').waitFor();
    await page.getByText('People register with an address of example.com').waitFor();
    await press(page, 'Send me a test mail');
    await page.getByText('A test mail is on its way').waitFor();
    await eventually(() => expect(mail.mails.map(({ subject }) => subject)).toContain('Burgee: test mail'));
    await expectAccessible(page);
  }, 120_000);
});
