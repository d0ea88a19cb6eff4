import { sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { aBrowser } from '../browser.js';
import { createScreens } from '../screens.js';

const { url } = sharedCluster();
const browser = aBrowser();

describe('a session', () => {
  it('ends in every tab when the user signs out in one', async () => {
    const { project, inside, flag } = await createScreens();
    const page = await browser.open(project.owner, `${inside}/flags`);
    const next = await page.context().newPage();
    await next.goto(`${url}${inside}/flags/${flag.id}`);
    await next.getByRole('heading', { name: flag.key }).waitFor();
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await next.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect((await project.owner.client.get('/api/auth/me')).status).toBe(401);
  });
});
