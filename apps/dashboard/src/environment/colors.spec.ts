import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { texts } from './texts.js';

const read = (...path: string[]) => readFileSync(join(import.meta.dirname, '..', ...path), 'utf8');
const NAMES = Object.keys(texts.colors);
const COLORS = read('environment', 'colors.css');
const STYLES = read('styles.css');

/** The variables of a scheme, by name. */
function variablesOf(css: string, scheme: string): Map<string, string> {
  const block = css.split(`:root[data-mantine-color-scheme='${scheme}'] {`)[1]?.split('}')[0] ?? '';
  return new Map(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name ?? '', value ?? '']),
  );
}

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast by WCAG. */
function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((one, other) => one - other);
  return (high + 0.05) / (low + 0.05);
}

describe.each(['light', 'dark'])('in %s', (scheme) => {
  const [colors, page] = [variablesOf(COLORS, scheme), variablesOf(STYLES, scheme)];
  const of = (name: string) => page.get(name) ?? '';

  it.each(NAMES)('%s is readable on a panel and visible on a row', (name) => {
    const color = colors.get(`environment-${name}`) ?? '';
    expect(contrast(color, of('panel'))).toBeGreaterThan(4.5);
    for (const row of ['hover', 'recent', 'selected', 'page']) expect(contrast(color, of(row))).toBeGreaterThan(3);
  });
});

describe.each(['light', 'dark'])('controls in %s', (scheme) => {
  const page = variablesOf(STYLES, scheme);

  it.each(['panel', 'page', 'hover', 'recent', 'selected'])('have a visible border on %s', (around) => {
    expect(contrast(page.get('control') ?? '', page.get(around) ?? '')).toBeGreaterThan(3);
  });

  it.each(['panel', 'page', 'hover', 'recent', 'selected'])('that are on are visible on %s', (around) => {
    expect(contrast(page.get('switch-on') ?? '', page.get(around) ?? '')).toBeGreaterThan(3);
  });

  it.each(['Input-wrapper', 'Checkbox-input', 'Radio-radio'])('%s has that border', (control) => {
    const rule = STYLES.split(`.mantine-${control}:not(`)[1]?.split('}')[0];
    expect(rule).toContain('var(--control)');
  });
});

it('a switch that is on looks the same in a red environment', () => {
  const css = read('toggle', 'toggle-switch.module.css');
  expect(css).toContain('var(--switch-on)');
  expect(css).not.toContain('--environment-color');
});

describe.each(['light', 'dark'])('code in %s', (scheme) => {
  const css = read('screens', 'connect', 'code.module.css');
  const page = variablesOf(STYLES, scheme);
  const names = [...css.matchAll(/^  color: var\(--([\w-]+)\);/gm)].map(([, name]) => name ?? '');

  it.each([...new Set(names)])('%s is readable', (name) => {
    expect(contrast(page.get(name) ?? '', page.get('page') ?? '')).toBeGreaterThan(4.5);
  });
});

it('applies each color to the elements inside', () => {
  const named = [...COLORS.matchAll(/\[data-color='(\w+)'\] \{\s+--environment-color: var\(--environment-(\w+)\);/g)];
  expect(named.map(([, color]) => color)).toEqual(NAMES);
  expect(named.every(([, color, variable]) => color === variable)).toBe(true);
});
