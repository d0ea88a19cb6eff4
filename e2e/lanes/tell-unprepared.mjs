import { afterEach, beforeEach } from '@jest/globals';

/** What the failure of a test says when its body was never begun. */
const UNPREPARED = 'This test was not begun: what prepares it failed.';

let begun = false;

// Jest counts a test whose beforeAll failed as failed, and calls no beforeEach for it, but every afterEach.
beforeEach(() => {
  begun = true;
});
afterEach(() => {
  if (!begun) throw new Error(UNPREPARED);
  begun = false;
});
