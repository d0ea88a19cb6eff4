import { describe, expect, it } from '@jest/globals';
import { whatChanges } from './watch.js';

describe('a file that changes under npm run dev', () => {
  it.each([
    ['apps/dashboard/src/main.tsx', 'pages'],
    ['apps/dashboard/index.html', 'pages'],
    ['apps/dashboard/guide/guide.css', 'pages'],
    ['docs/guides/schedules.md', 'pages'],
    ['apps/auth/src/main.ts', 'services'],
    ['libs/contracts/src/wire/errors.ts', 'services'],
    ['apps/auth/src/persistence/2-names.migration.ts', 'database'],
    ['apps/auth/src/main.spec.ts', undefined],
    ['apps/dashboard/src/feedback/time/time.spec.ts', undefined],
    ['apps/auth/dist/main.js', undefined],
    ['apps/auth/package.json', undefined],
  ])('%s: %s', (file, change) => expect(whatChanges(file)).toBe(change));
});
