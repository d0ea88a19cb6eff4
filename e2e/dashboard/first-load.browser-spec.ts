import { sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { aBrowser } from './browser.js';
import { itLoadsLight } from './first-load.js';
import { createScreens } from './screens.js';

// The pages that users see first, and the heaviest. The slow lane covers the others.
describe('the first load', () => {
  itLoadsLight(['/sign-in', ':project/flags', ':project/flags/:flag', ':project/who']);
});

describe('a page of a project', () => {
  const browser = aBrowser();

  it('requests its flags and its code before its first code runs', async () => {
    const { project, inside } = await createScreens();
    const page = await browser.open(project.owner, '/icon.svg', { fresh: true });
    await page.route('**/assets/index-*.js', (route) => route.abort());
    const asked = ['/api/auth/me', `/api${inside}/flags?`, '/assets/flags-screen-'].map((part) =>
      page.waitForRequest((request) => request.url().includes(part)),
    );
    await page.goto(`${sharedCluster().url}${inside}/flags`);
    expect((await Promise.all(asked)).map((request) => request.method())).toEqual(['GET', 'GET', 'GET']);
  });
});
