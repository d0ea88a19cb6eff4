import { expect, it } from '@jest/globals';
import { printable, printableLine } from './printable.js';

it('shows the control characters of a text instead of sending them to the terminal', () => {
  expect(printable('a\u001b[8mb\r\n\u009bc\tæ')).toBe('a\\x1b[8mb\\x0d\n\\x9bc\\x09æ');
  expect(printableLine('a\nb')).toBe('a\\x0ab');
});

it('shows the marks that reverse or hide the text around them', () => {
  expect(printable('a\u202eb\u2066c\u200bd\u{e0061}e\u00adæ')).toBe('a\\u{202e}b\\u{2066}c\\u{200b}d\\u{e0061}e\\xadæ');
});
