import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { releaseNotes } from './release-notes.js';

const CHANGELOG = `# Changelog

## 1.2.30 - 2026-12-24

- Older.

## 1.2.3 - 2026-11-26

### Added

- [Roles](docs/roles.md), as in [RBAC](https://example.com/rbac).

## 1.2.2

- Old.
`;

it('is the section of the version, whose links lead to its files', () => {
  expect(releaseNotes(CHANGELOG, '1.2.3', 'https://git.example.com/v1.2.3')).toBe(`# Burgee 1.2.3 - 2026-11-26

### Added

- [Roles](https://git.example.com/v1.2.3/docs/roles.md), as in [RBAC](https://example.com/rbac).

`);
});

it('has the texts of links where nobody knows where the files are', () =>
  expect(releaseNotes(CHANGELOG, '1.2.3')).toContain('- Roles, as in [RBAC](https://example.com/rbac).'));

it('is not there for a version without a section', () => expect(releaseNotes(CHANGELOG, '1.2.4')).toBeUndefined());

it('is there for the version of the tree', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(releaseNotes(readFileSync('CHANGELOG.md', 'utf8'), version)).toMatch(/^# Burgee \d/);
});
