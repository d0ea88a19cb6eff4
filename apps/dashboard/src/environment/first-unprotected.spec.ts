import type { EnvironmentView } from '@burgee/contracts/http';
import { expect, it } from '@jest/globals';
import { firstUnprotected } from './first-unprotected.js';

const environment = (id: string, isProtected = false) => ({ id, protected: isProtected }) as EnvironmentView;

it('never preselects a protected environment', () => {
  expect(firstUnprotected([environment('prod', true), environment('dev')])?.id).toBe('dev');
  expect(firstUnprotected([environment('prod', true)])).toBeUndefined();
});
