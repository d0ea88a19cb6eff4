// Runs before anything of ours is built: Node's own modules only.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

function filesIn(path) {
  if (!existsSync(path)) return [];
  try {
    return readdirSync(path, { withFileTypes: true })
      .flatMap((entry) => filesIn(join(path, entry.name)))
      .toSorted();
  } catch {
    return [path];
  }
}

function hashOf(sources) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesIn)) {
    if (/\.(spec\.tsx?|tsbuildinfo)$/.test(file)) continue;
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** Builds something, unless nothing it is made of has changed. @param stamp a file that says what it was made of */
export async function buildWhenChanged(stamp, sources, build) {
  const hash = hashOf(sources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  await build();
  writeFileSync(stamp, hash);
}
