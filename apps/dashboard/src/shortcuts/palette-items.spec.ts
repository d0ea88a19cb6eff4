import type { FlagSummary, ProjectView } from '@burgee/contracts/http';
import { expect, it } from '@jest/globals';
import { findItems } from './find-items.js';
import { archiveItems, commandItems, flagItems, pageItems, switchItems } from './palette-items.js';

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
  ['webhook', 'Create a webhook'],
  ['theme', 'Theme: light or dark'],
  ['guide', 'Guide to this screen'],
  ['help', 'Guide to this screen'],
  ['docs', 'Docs: API reference'],
  ['freeze', 'Freeze changes'],
  ['approvals', 'Require approvals'],
  ['invite', 'Invite people'],
  ['token', 'Your API tokens'],
  ['stale', 'Stale flags'],
  ['approve', 'Require approvals'],
])('finds a command by its verb: %s', (typed, label) => {
  expect(findItems(commands('owner').items, typed, [])[0]?.label).toBe(label);
});

it('leads to the place of a command', () => {
  const { items, visited } = commands('owner');
  for (const id of ['rotate client e', 'freeze', 'webhook', 'stale', 'project-tokens'])
    items.find((item) => item.id === id)?.run();
  expect(visited).toEqual([
    ['/projects/$projectId/environments', { projectId: 'p' }, 'rotate-client-e'],
    ['/projects/$projectId/settings', { projectId: 'p' }, 'rules'],
    ['/projects/$projectId/settings', { projectId: 'p' }, 'new-webhook'],
    ['/projects/$projectId/flags', { projectId: 'p' }, '', { stage: 'stale' }],
    ['/projects/$projectId/settings', { projectId: 'p' }, 'tokens'],
  ]);
});

it('offers the commands of admins to no one else', () => {
  const ids = commands('editor').items.map(({ id }) => id);
  expect(ids).toContain('new-flag');
  for (const id of ['rotate sdk e', 'freeze', 'approvals', 'webhook', 'invite', 'project-tokens'])
    expect(ids).not.toContain(id);
});

const FLAGS = ['new-checkout', 'switchboard'].map((key) => ({
  id: key,
  key,
  name: key,
  environments: [{ environment_id: 'e', is_enabled: key === 'new-checkout' }],
})) as unknown as FlagSummary[];

it.each([
  ['switch new', 'Switch new-checkout off in Production'],
  ['turn off new-checkout', 'Switch new-checkout off in Production'],
  ['turn on switchb', 'Switch switchboard on in Production'],
  ['disable', 'Switch new-checkout off in Production'],
  ['archive', 'Archive switchboard'],
  ['archive new', 'Archive new-checkout'],
  ['new-checkout', 'new-checkout'],
  ['undo', 'History'],
  ['origin', 'Environments'],
  ['approve', 'Change requests'],
])('finds what does it, in a project: %s', (typed, label) => {
  const open = project('owner');
  const approving = { ...open, environments: open.environments.map((one) => ({ ...one, approvals: 1 })) };
  const items = [
    ...pageItems(approving, nothing),
    ...commands('owner').items,
    ...flagItems(open, FLAGS, nothing),
    ...switchItems(open, FLAGS, nothing),
    ...archiveItems(open, FLAGS, 'switchboard', nothing),
  ];
  expect(findItems(items, typed, [])[0]?.label).toBe(label);
});

it('finds switches of flags by the word, and not the theme', () => {
  const items = [...commands('owner').items, ...switchItems(project('owner'), FLAGS, nothing)];
  expect(findItems(items, 'switch', []).map(({ kind }) => kind)).toEqual(['switch', 'switch']);
});

it('archives a flag on its page, and says why it cannot be archived', () => {
  const visited: unknown[] = [];
  const archive = (...roles: Parameters<typeof project>) =>
    archiveItems(project(...roles), FLAGS, undefined, (...place) => visited.push(place))[0];
  archive('editor')?.run();
  expect(visited).toEqual([
    ['/projects/$projectId/flags/$flagId', { projectId: 'p', flagId: 'new-checkout' }, 'archive'],
  ]);
  expect(archive('editor', 'viewer')?.whyNot).toBe('You are a viewer in Production.');
  expect(archive('editor')?.whyNot).toBeUndefined();
  expect(archive('viewer')).toBeUndefined();
});
