import { expect, it } from '@jest/globals';
import { printable, printableLine } from './printable.js';

it('shows the control characters of a text instead of sending them to the terminal', () => {
  expect(printable('a\u001b[8mb\r\n\u009bc\tæ')).toBe('a\\x1b[8mb\\x0d\n\\x9bc\\x09æ');
  expect(printableLine('a\nb')).toBe('a\\x0ab');
});
