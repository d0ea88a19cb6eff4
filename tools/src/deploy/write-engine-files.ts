import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chartFiles } from '../chart/chart-files.js';
import { engineFiles } from './engine-files.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');

for (const [path, text] of Object.entries({ ...engineFiles(), ...chartFiles() })) {
  mkdirSync(dirname(join(ROOT, path)), { recursive: true });
  writeFileSync(join(ROOT, path), text);
}
