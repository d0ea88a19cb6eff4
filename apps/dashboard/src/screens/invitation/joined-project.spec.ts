import { expect, it } from '@jest/globals';
import { joinedProject } from './joined-project.js';

const SHOP = { id: 'shop', name: 'Web shop' };
const BLOG = { id: 'blog', name: 'Blog' };
const USED = { code: 'invitation_invalid' } as const;
const MEMBER = { code: 'duplicate' } as const;

it.each([
  ['a used link names the project that it led to', USED, { projects: [SHOP, BLOG], joined: 'shop' }, SHOP],
  ['a link that another user used names nothing', USED, { projects: [BLOG], joined: 'shop' }, undefined],
  ['a link that this browser does not know names nothing', USED, { projects: [SHOP] }, undefined],
  ['an open link names the project of that name', MEMBER, { projects: [SHOP, BLOG], invitedTo: 'Web shop' }, SHOP],
  [
    'an open link names no id if two projects have that name',
    MEMBER,
    { projects: [SHOP, { ...SHOP, id: 'other' }], invitedTo: 'Web shop' },
    { ...SHOP, id: undefined },
  ],
  ['another refusal names no project', { code: 'quota_exceeded' } as const, { projects: [SHOP] }, undefined],
])('%s', (_what, error, known, expected) =>
  expect(joinedProject(error, { joined: undefined, invitedTo: undefined, ...known })).toEqual(
    expected && { ...expected, isOpen: error === MEMBER },
  ),
);
