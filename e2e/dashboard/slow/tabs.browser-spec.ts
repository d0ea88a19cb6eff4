import { aFlag, aProject, eventually, NO_SHARED_WORKERS, sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { aBrowser } from '../browser.js';
import { flagsOf, live, openTabs, switchOf } from '../screens.js';

const { url } = sharedCluster();
const browser = aBrowser();

describe('tabs of one browser', () => {
  it('receive changes of the four projects that were used last, so that a seventh one loads', async () => {
    const first = await aProject(url);
    const projects = [first];
    while (projects.length < 7) projects.push(await aProject(url, {}, first.owner));
    const [oldest] = await openTabs(browser, first.owner, projects.map(flagsOf));
    await oldest!.getByText('Other open projects receive changes now.').waitFor();
    const flag = await aFlag(first);
    await oldest!.evaluate("window.dispatchEvent(new Event('focus'))");
    await live(oldest!).waitFor();
    await eventually(async () => expect(await switchOf(oldest!, flag).isVisible()).toBe(true));
  });

  it.each([
    ['the browser has no shared workers', NO_SHARED_WORKERS],
    [
      'the file of the worker does not load',
      "globalThis.SharedWorker = class extends SharedWorker { constructor() { super('/assets/gone.js'); } }",
    ],
  ])('have a stream each where %s', async (_, script) => {
    const project = await aProject(url);
    const page = await browser.open(project.owner, '/icon.svg');
    await page.addInitScript(script);
    await page.goto(url + flagsOf(project));
    await live(page).waitFor();
    const flag = await aFlag(project);
    await eventually(async () => expect(await switchOf(page, flag).isVisible()).toBe(true));
  });

  it('say that they are out of date when the worker crashed, and start another', async () => {
    const project = await aProject(url);
    const [page, other] = await openTabs(browser, project.owner, [flagsOf(project), flagsOf(project)]);
    const window = page!.context();
    const { targetInfo } = await (await window.newCDPSession(page!)).send('Target.getTargetInfo');
    const session = await window.browser()!.newBrowserCDPSession();
    // Other test files have windows in the same browser.
    const workers = async () =>
      (await session.send('Target.getTargets')).targetInfos.filter(
        ({ type, browserContextId }) => type === 'shared_worker' && browserContextId === targetInfo.browserContextId,
      );
    const [worker] = await eventually(async () => {
      const all = await workers();
      expect(all).toHaveLength(1);
      return all;
    });
    await session.send('Target.closeTarget', { targetId: worker!.targetId });
    await eventually(async () => expect(await workers()).not.toContainEqual(worker));
    const flag = await aFlag(project);
    for (const tab of [page!, other!]) await switchOf(tab, flag).waitFor({ timeout: 40_000 });
    expect(await workers()).toHaveLength(1);
  });
});
