import { describe } from '@jest/globals';
import { itLoadsLight } from '../first-load.js';

describe('the first load', () => {
  itLoadsLight([
    '/register',
    '/',
    '/projects/new',
    '/account',
    '/inbox',
    ':project/home',
    ':project/history',
    ':project/environments',
    ':project/compare',
    ':project/schedules',
    ':project/usage',
    ':project/connect',
    ':project/people',
    ':project/settings',
  ]);
});
