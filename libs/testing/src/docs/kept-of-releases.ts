import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join('fixtures', 'releases');

/** A file that a release keeps, by its path below `fixtures/releases`. */
export type KeptFile = [path: string, text: string];

/** The stored wire formats of releases. @param part of the path, such as `messages/` */
export function keptOfReleases(part: string): KeptFile[] {
  const paths = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((path) => path.includes(part));
  return paths.map((path) => [path, readFileSync(join(FOLDER, path), 'utf8')]);
}
