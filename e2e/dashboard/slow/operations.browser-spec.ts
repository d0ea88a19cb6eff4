import { anInstanceOwner, aProject, queryDatabase, sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { aBrowser, copyWith, expectAccessible, expectToFit, follow } from '../browser.js';

const { url } = sharedCluster();
const browser = aBrowser();

describe('the page for operators', () => {
  it('shows an instance owner every process, what to do and dead letters, also on a phone and in the dark', async () => {
    const owner = await anInstanceOwner(url);
    const page = await browser.open(owner, '/');
    await page.getByRole('link', { name: 'Operations' }).click();
    const processes = page.getByRole('region', { name: 'All processes' });
    for (const service of ['auth', 'flags-admin', 'sdk-gateway', 'audit', 'usage'])
      await processes
        .getByRole('rowheader', { name: new RegExp(`^${service}`) })
        .first()
        .waitFor();
    await processes
      .getByText(/open streams?/)
      .first()
      .waitFor();
    await processes.getByText('Postgres is up').first().waitFor();
    await page.getByRole('heading', { name: 'Dead letters' }).waitFor();
    await expectAccessible(page);
    await expectToFit(page);

    const [row] = await queryDatabase<{ event_id: string }>(
      `insert into auth.outbox (event_id, kind, payload, dead_lettered_at, attempts, last_error)
       values (gen_random_uuid(), 'audit', '{"action":"sign_in"}', now(), 5, 'does not fit') returning event_id`,
    );
    try {
      // Without a reload: the page polls.
      await page.getByText(row!.event_id).waitFor();
      await page.getByText('does not fit').first().waitFor();
      await page.getByText('docs/operate/failure-modes.md, row F37').waitFor();
      const command = 'burgee-operator dead-letters deliver';
      await copyWith(page.getByRole('button', { name: 'Copy command' }), command);
      await expectAccessible(page);
      await expectToFit(page);
    } finally {
      await queryDatabase('delete from auth.outbox where event_id = $1', [row!.event_id]);
    }
    await page.getByText(row!.event_id).waitFor({ state: 'detached' });
  }, 120_000);

  it('does not exist for others, whose account page shows the id that makes them owners', async () => {
    const { owner } = await aProject(url);
    const page = await browser.open(owner, '/account');
    const id = page.getByText(`Account ID ${owner.id}`);
    await id.waitFor();
    expect(await copyWith(page.getByRole('button', { name: 'Copy account ID' }), owner.id)).toBe(owner.id);
    await page.getByRole('link', { name: 'Operations' }).waitFor({ state: 'detached' });
    await follow(page, '/operations');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  });
});
