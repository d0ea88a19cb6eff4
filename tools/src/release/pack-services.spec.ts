import { expect, it } from '@jest/globals';
import { isOfServices } from './pack-services.js';

it.each([
  ['apps/auth/dist/main.js', true],
  ['libs/contracts/dist/http/auth.js', true],
  ['libs/contracts/package.json', true],
  ['package-lock.json', true],
  ['apps/operator/dist/main.js', true],
  ['tools/dist/bench/bench.js', false],
  ['apps/auth/dist/main.js.map', false],
  ['apps/auth/dist/main.d.ts', false],
  ['apps/auth/dist/config.spec.js', false],
  ['apps/auth/src/main.ts', false],
  ['apps/dashboard/dist/web/assets/main.js', false],
  ['docs/README.md', false],
])('%s runs services: %s', (file, isNeeded) => {
  expect(isOfServices(file)).toBe(isNeeded);
});
