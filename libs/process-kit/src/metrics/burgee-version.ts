import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const MANIFEST = join(import.meta.dirname, '..', '..', '..', '..', 'package.json');

/** The version of Burgee that this is part of. */
export const BURGEE_VERSION = (JSON.parse(readFileSync(MANIFEST, 'utf8')) as { version: string }).version;
