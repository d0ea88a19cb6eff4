import { describe } from '@jest/globals';
import { itLoadsLight } from './first-load.js';

// The first that somebody sees, and the heaviest. The others are in the slow lane.
describe('the first load', () => {
  itLoadsLight(['/sign-in', ':project/flags', ':project/flags/:flag', ':project/who']);
});
