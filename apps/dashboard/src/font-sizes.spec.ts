import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const FOLDER = import.meta.dirname;
const ALLOWED = /^(var\(--text(-small|-title)?\)|inherit)( |$)/;
/** A phone zooms to a field whose text is smaller; the check mark of a switch is a drawing. */
const EXCEPTIONS = ['styles.css: 1rem !important', 'toggle/toggle-switch.module.css: 0.6rem'];

it('text has one of three sizes', () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));
  expect(files.length).toBeGreaterThan(30);
  const found = files.flatMap((file) =>
    [...readFileSync(join(FOLDER, file), 'utf8').matchAll(/^ *font(?:-size)?: ([^;]+);/gm)].flatMap(([, value = '']) =>
      ALLOWED.test(value) ? [] : [`${file}: ${value}`],
    ),
  );
  expect(found.toSorted()).toEqual(EXCEPTIONS);
});
