import { expect, it } from '@jest/globals';
import { releaseNotes } from './release-notes.js';

it('commits are grouped by type, and by scope within it; the others are counted', () => {
  const subjects = [
    'feat(edge): follow keys',
    'fix(auth): sign out everywhere',
    'feat(audit): search',
    'feat(edge): serve clients',
    'test(e2e): more of it',
    'no subject of ours',
    'fix(sdk)!: values are objects',
  ];
  expect(releaseNotes('1.2.3', '2026-11-26', subjects)).toBe(`# Burgee 1.2.3

2026-11-26

## Breaking

- **sdk**: values are objects

## New

- **audit**: search
- **edge**: follow keys
- **edge**: serve clients

## Fixed

- **auth**: sign out everywhere

2 more commits change nothing that is seen from outside.
`);
});
