import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { engineFiles } from './engine-files.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');

for (const [path, text] of Object.entries(engineFiles())) writeFileSync(join(ROOT, path), text);
