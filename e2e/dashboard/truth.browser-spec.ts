import { aFlag, aMember, aProject, eventually, sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { aBrowser } from './browser.js';
import { hold } from './hold.js';
import { choose, flagsOf, live, openLine, stored, switchOf, valuePath } from './screens.js';

const { url } = sharedCluster();
const browser = aBrowser();

/** A project with a flag, and its table, connected and open for the owner. */
async function aTable() {
  const project = await aProject(url);
  const flag = await aFlag(project);
  const page = await browser.open(project.owner, flagsOf(project));
  await switchOf(page, flag).waitFor();
  await live(page).waitFor();
  return { project, flag, page };
}

describe('a switch shows the state of the service', () => {
  it('after two quick clicks', async () => {
    const { project, flag, page } = await aTable();
    const first = await hold(page, '**/toggle', async (route) => () => route.continue());
    await switchOf(page, flag).click();
    await switchOf(page, flag).click();
    first.release();
    await page.getByText(`${flag.key} is off in Development`).waitFor();
    await eventually(async () => expect(await switchOf(page, flag).isChecked()).toBe(false));
    expect(await stored(project, flag)).toMatchObject({ is_enabled: false });
  });

  it('when the answer to a change was lost', async () => {
    const { project, flag, page } = await aTable();
    await page.route('**/toggle', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await switchOf(page, flag).click();
    const toast = page.getByRole('alert').filter({ hasText: `${flag.key} may not have been switched in Development` });
    await toast.getByRole('button', { name: /^Copy request ID page-/ }).waitFor();
    await eventually(async () => expect(await switchOf(page, flag).isChecked()).toBe(true));
    expect(await stored(project, flag)).toMatchObject({ is_enabled: true });
  });

  it('when an older answer arrives after a newer one', async () => {
    const { project, flag, page } = await aTable();
    const older = await hold(page, '**/api/projects/*/flags?*', async (route) => {
      const response = await route.fetch();
      return () => route.fulfill({ response });
    });
    await project.owner.client.post(`/api/projects/${project.id}/environments`, { name: 'Staging' });
    await older.reached;
    await switchOf(page, flag).click();
    await page.getByText(`${flag.key} is on in Development`).waitFor();
    older.release();
    await switchOf(page, flag, 'Staging').waitFor();
    await eventually(async () => expect(await switchOf(page, flag).isChecked()).toBe(true));
  });
});

describe('a page that opens', () => {
  it('shows the current flag when it changes during the first read', async () => {
    const { project, flag, page } = await aTable();
    const first = await hold(page, `**/api/flags/${flag.id}`, async (route) => {
      const response = await route.fetch();
      return () => route.fulfill({ response });
    });
    await page.getByRole('link', { name: flag.key }).click();
    await first.reached;
    await project.owner.client.patch(valuePath(project, flag), { rollout_percentage: 7 });
    await page.getByText(`changed ${flag.key} in Development`).waitFor();
    first.release();
    await openLine(page);
    const share = page.getByLabel('Rollout in Development, percent');
    await eventually(async () => expect(await share.inputValue()).toBe('7'));
  });
});

/** The navigation links that a notification covers. */
const COVERED = `[...document.querySelectorAll('nav a')].filter((link) => {
  const { x, y, width, height } = link.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('.mantine-Notification-root');
}).map((link) => link.textContent)`;

describe('undoing', () => {
  it("leaves another user's later change alone, and names the user", async () => {
    const { project, flag, page } = await aTable();
    const colleague = await aMember(url, project, 'editor');
    await switchOf(page, flag).click();
    const undo = page.getByRole('button', { name: 'Undo' });
    // The notification stays while the pointer is on it.
    await undo.hover();
    await colleague.client.patch(valuePath(project, flag), { rollout_percentage: 7 });
    await page.getByRole('row').filter({ hasText: flag.key }).getByText('7%').waitFor();
    await undo.click();
    await page.getByText(`was not switched in Development: ${colleague.name} changed it first`).waitFor();
    expect(await stored(project, flag)).toMatchObject({ is_enabled: true, rollout_percentage: 7 });
    await eventually(async () => expect(await switchOf(page, flag).isChecked()).toBe(true));
  });

  it('asks first if the environment is protected by now', async () => {
    const { project, flag, page } = await aTable();
    await switchOf(page, flag).click();
    await page.getByRole('button', { name: 'Undo' }).hover();
    await project.owner.client.patch(`/api/projects/${project.id}/environments/${project.development.id}`, {
      protected: true,
    });
    await page.getByRole('columnheader', { name: 'Development' }).getByRole('img', { name: 'protected' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    const dialog = page.getByRole('dialog', { name: `Undo: switch ${flag.key} off in Development?`, exact: true });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    // It is offered again.
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.keyboard.press('Control+z');
    await dialog.getByRole('button', { name: 'Switch off' }).click();
    await eventually(async () => expect(await stored(project, flag)).toMatchObject({ is_enabled: false }));
  });

  it('names what it undoes, works by keyboard, and says when nothing is left to undo', async () => {
    const { project, flag, page } = await aTable();
    await page.keyboard.press('Control+z');
    const nothing = page.getByRole('alert').filter({ hasText: 'Nothing to undo' });
    await nothing.getByText('To undo older changes, use Restore in the history.').waitFor();
    await switchOf(page, flag).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.getByRole('alert').getByText('Ctrl Z', { exact: true }).waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText(`Undone: ${flag.key} is off in Development again`).waitFor();
    expect(await stored(project, flag)).toMatchObject({ is_enabled: false });
    await page.keyboard.press('Control+z');
    // It replaces the previous one, which may still be visible.
    await eventually(async () => expect(await nothing.count()).toBe(1));
    await nothing.getByRole('button', { name: 'Open the history' }).click();
    await page.waitForURL(`**/projects/${project.id}/history`);
    await nothing.waitFor({ state: 'detached' });
  });

  it('is offered at once, with the changes of others in one notification', async () => {
    const { project, flag, page } = await aTable();
    const colleague = await aMember(url, project, 'editor');
    const flags = await Promise.all(Array.from({ length: 5 }, () => aFlag(project)));
    for (const other of flags) await colleague.client.patch(valuePath(project, other), { is_enabled: true });
    const ofOthers = page.getByRole('alert').filter({ hasText: colleague.name });
    // No notification goes while the pointer is on one, so that none makes room.
    await ofOthers.filter({ hasText: `changed ${flags.at(-1)?.key} in Development` }).hover();
    await switchOf(page, flag).press('Space');
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await eventually(async () => expect(await ofOthers.count()).toBe(1));

    // In a low window notifications cover no visible link of the navigation, and the project switch keeps its height.
    const projectSwitch = page.getByRole('navigation').getByRole('button').first();
    const height = (await projectSwitch.boundingBox())?.height;
    await page.setViewportSize({ width: 1280, height: 560 });
    await eventually(async () => expect(await page.evaluate(COVERED)).toEqual([]));
    expect((await projectSwitch.boundingBox())?.height).toBe(height);
  });
});

describe('what has been deleted', () => {
  it("is named on a flag's page, with a link to the flags", async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const page = await browser.open(project.owner, `${flagsOf(project)}/${flag.id}`);
    await live(page).waitFor();
    await project.owner.client.delete(`/api/flags/${flag.id}`);
    await page.getByText(`${flag.key} was deleted`).waitFor();
    await eventually(async () => expect(await page.getByRole('switch').count()).toBe(0));
    await page.getByRole('link', { name: 'All flags' }).click();
    await page.getByText('No flags yet').waitFor();
  });

  it('is named on every page of a project, which leaves the lists', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const editor = await aMember(url, project, 'editor');
    const page = await browser.open(editor, `${flagsOf(project)}/${flag.id}`);
    await page.getByRole('switch', { name: 'Switch in Development' }).waitFor();
    for (const name of ['Settings', 'History', 'People']) {
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await live(page).waitFor();
    }
    await project.owner.client.delete(`/api/projects/${project.id}/members/${editor.id}`);
    await page.getByText('You no longer have access to').waitFor();
    await eventually(async () => expect(await page.getByRole('heading', { level: 1, name: 'People' }).count()).toBe(0));
    await page.getByRole('link', { name: 'History' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Go to your projects' }).click();
    await page.getByText('Create your first project').waitFor();
  });
});

describe("a flag's page", () => {
  it('starts without edits of another flag', async () => {
    const project = await aProject(url);
    const [flag, other] = [await aFlag(project), await aFlag(project)];
    const page = await browser.open(project.owner, `${flagsOf(project)}/${flag.id}`);
    page.on('dialog', (dialog) => void dialog.accept());
    const share = page.getByLabel('Rollout in Development, percent');
    await openLine(page);
    await share.fill('40');
    await page.getByText('1 unsaved change', { exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    await choose(page, other.key);
    await page.getByRole('heading', { level: 1, name: other.key }).waitFor();
    await openLine(page);
    await eventually(async () => expect(await share.inputValue()).toBe('100'));
    await eventually(async () => expect(await page.getByText('unsaved change').count()).toBe(0));
  });

  it('keeps input typed during a save', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const page = await browser.open(project.owner, `${flagsOf(project)}/${flag.id}`);
    const share = page.getByLabel('Rollout in Development, percent');
    await openLine(page);
    await share.fill('40');
    const saving = await hold(page, `**${valuePath(project, flag)}`, async (route) => () => route.continue());
    await page.getByRole('button', { name: 'Save' }).click();
    await saving.reached;
    await share.fill('55');
    await eventually(async () => expect(await share.inputValue()).toBe('55'));
    saving.release();
    await page.getByText(`Saved ${flag.key} in Development`).waitFor();
    expect(await stored(project, flag)).toMatchObject({ rollout_percentage: 40 });
    await eventually(async () => expect(await share.inputValue()).toBe('55'));
    await page.getByRole('button', { name: 'Save' }).click();
    await eventually(async () => expect(await stored(project, flag)).toMatchObject({ rollout_percentage: 55 }));
  });
});
