import type { ProjectView } from '@burgee/contracts/http';
import { expect, it } from '@jest/globals';
import { findItems } from './find-items.js';
import { commandItems } from './palette-items.js';

const environments = [{ id: 'e', name: 'Production' }];
const project = (role: ProjectView['role']) =>
  ({ id: 'p', name: 'Shop', role, environments }) as unknown as ProjectView;
const nothing = () => undefined;

function commands(role: ProjectView['role']) {
  const visited: unknown[] = [];
  const items = commandItems(project(role), {
    reader: { is_administrator: false, is_instance_owner: false },
    openFlag: { id: 'f', key: 'dark-mode' },
    go: (...place) => visited.push(place),
    copy: nothing,
    onNewFlag: nothing,
    onSheet: nothing,
    show: (address) => visited.push(address),
    guide: '/guide/guides/flags',
    onScheme: nothing,
    onSignOut: nothing,
  });
  return { items, visited };
}

it.each([
  ['rotate', 'Rotate a key of Production'],
  ['archive', 'Archive dark-mode'],
  ['webhook', 'Create a webhook'],
  ['theme', 'Switch theme: light or dark'],
  ['guide', 'Guide to this screen'],
  ['help', 'Guide to this screen'],
  ['docs', 'Docs: API reference'],
  ['freeze', 'Freeze changes'],
  ['approvals', 'Require approvals'],
  ['invite', 'Invite people'],
])('finds a command by its verb: %s', (typed, label) => {
  expect(findItems(commands('owner').items, typed, [])[0]?.label).toBe(label);
});

it('leads to the place of a command, and archives the open flag on its page', () => {
  const { items, visited } = commands('owner');
  for (const id of ['rotate e', 'archive', 'freeze']) items.find((item) => item.id === id)?.run();
  expect(visited).toEqual([
    ['/projects/$projectId/environments', { projectId: 'p' }, 'e'],
    ['/projects/$projectId/flags/$flagId', { projectId: 'p', flagId: 'f' }, 'archive'],
    ['/projects/$projectId/settings', { projectId: 'p' }, 'rules'],
  ]);
});

it('offers the commands of admins to no one else', () => {
  const ids = commands('editor').items.map(({ id }) => id);
  expect(ids).toContain('archive');
  for (const id of ['rotate e', 'freeze', 'approvals', 'webhook', 'invite']) expect(ids).not.toContain(id);
});
