import type { Page, Route } from 'playwright-core';

/** Holds requests of a page back until the test releases them. */
export async function hold(page: Page, which: string, pass: (route: Route) => Promise<() => Promise<void>>) {
  let release = () => undefined as void;
  let reach = () => undefined as void;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const reached = new Promise<void>((resolve) => (reach = resolve));
  await page.route(which, async (route) => {
    const end = await pass(route);
    reach();
    await gate;
    await end();
  });
  return { reached, release };
}
