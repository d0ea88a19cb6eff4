import { expect, it } from '@jest/globals';
import { showProgress } from './show-progress.js';

function shownFor(isTTY: boolean, of: number): string {
  let text = '';
  const show = showProgress({ write: (more) => (text += more), isTTY });
  for (let tenth = 1; tenth <= 10; tenth++) show((of * tenth) / 10, of);
  return text;
}

it('rewrites one line at a terminal', () => {
  const text = shownFor(true, 11_000_000);
  expect(text).toMatch(/^\rSent 10 % of 11\.0 MB\.\rSent 20 % .*\rSent 100 % of 11\.0 MB\.\n$/s);
});

it('writes a line for each quarter elsewhere', () => {
  const line = (percent: number) => `Sent ${percent} % of 11.0 MB.\n`;
  expect(shownFor(false, 11_000_000)).toBe(line(25) + line(50) + line(75) + line(100));
});

it('says nothing of a small document', () => {
  expect(shownFor(true, 200_000)).toBe('');
});
