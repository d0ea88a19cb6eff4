import type { ProjectView } from '@burgee/contracts/http';
import { expect, it } from '@jest/globals';
import { findItems } from './find-items.js';
import { commandItems } from './palette-items.js';

const project = (role: ProjectView['role'], inProduction = role) =>
  ({
    id: 'p',
    name: 'Shop',
    role,
    environments: [{ id: 'e', name: 'Production', role: inProduction }],
  }) as unknown as ProjectView;
const nothing = () => undefined;

function commands(role: ProjectView['role'], inProduction = role) {
  const visited: unknown[] = [];
  const items = commandItems(project(role, inProduction), {
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
  ['rotate', 'Rotate the SDK key of Production'],
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
  for (const id of ['rotate client e', 'archive', 'freeze', 'webhook']) items.find((item) => item.id === id)?.run();
  expect(visited).toEqual([
    ['/projects/$projectId/environments', { projectId: 'p' }, 'rotate-client-e'],
    ['/projects/$projectId/flags/$flagId', { projectId: 'p', flagId: 'f' }, 'archive'],
    ['/projects/$projectId/settings', { projectId: 'p' }, 'rules'],
    ['/projects/$projectId/settings', { projectId: 'p' }, 'new-webhook'],
  ]);
});

it('offers the commands of admins to no one else', () => {
  const ids = commands('editor').items.map(({ id }) => id);
  expect(ids).toContain('archive');
  for (const id of ['rotate sdk e', 'freeze', 'approvals', 'webhook', 'invite']) expect(ids).not.toContain(id);
});

it('says why the open flag cannot be archived', () => {
  const whyNot = (...roles: Parameters<typeof commands>) =>
    commands(...roles).items.find(({ id }) => id === 'archive')?.whyNot;
  expect(whyNot('editor', 'viewer')).toBe('You are a viewer in Production.');
  expect(whyNot('editor')).toBeUndefined();
});
