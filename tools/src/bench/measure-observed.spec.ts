import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { edited } from '../mutants/apply.js';
import { ROOT } from '../start/settings.js';
import { UNCOUNTED } from './measure-observed.js';

it.each(UNCOUNTED)('what counts a read is where the bench takes it out: $file', (edit) => {
  const text = readFileSync(join(ROOT, edit.file), 'utf8');
  expect(edited(text, edit)).not.toBe(text);
});
