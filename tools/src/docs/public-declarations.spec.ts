import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

interface Manifest {
  exports: Record<string, { types: string }>;
}

const EXPORT = /^export (?:declare )?(?:function|const|class|interface|type) (\w+)/;

/** The file that an import of the same library names. Other libraries document theirs. */
const fileOf = (from: string, name = ''): string | undefined =>
  name.startsWith('.') ? join(dirname(from), name.replace(/\.js$/, '.d.ts')) : undefined;

/** What a declaration file exports, by name, and the file that declares it. */
function exportsOf(file: string): [name: string, file: string][] {
  const text = readFileSync(file, 'utf8');
  const own = text.split('\n').flatMap((line) => EXPORT.exec(line)?.[1] ?? []);
  const all = [...text.matchAll(/^export (?:type )?\* from ['"](.+)['"]/gm)].flatMap(
    ([, from]) => fileOf(file, from) ?? [],
  );
  const some = [...text.matchAll(/^export (?:type )?\{([^}]*)\} from ['"](.+)['"]/gm)].flatMap(
    ([, names = '', from]) => {
      const wanted = new Set(names.split(',').map((name) => name.replace(/^\s*type /, '').trim()));
      const target = fileOf(file, from);
      return target ? exportsOf(target).filter(([name]) => wanted.has(name)) : [];
    },
  );
  return [...own.map((name): [string, string] => [name, file]), ...all.flatMap(exportsOf), ...some];
}

/** The lines of a declaration and its members that have no comment before them. */
function undocumented(name: string, file: string): string[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  const start = lines.findIndex((line) => EXPORT.exec(line)?.[1] === name);
  const end = lines.findIndex((line, index) => index > start && !/^[ }]/.test(line));
  const isMember = /^ {4}(?!private|constructor|static)(?:readonly |get )*['"\w]+\??[(:<]/;
  return lines
    .slice(start, end)
    .filter((line, index) => (index === 0 || isMember.test(line)) && !lines[start + index - 1]?.endsWith('*/'))
    .map((line) => `${name}: ${line.trim()}`);
}

describe('everything public has a comment that an editor shows', () => {
  it.each(['sdk', 'react', 'evaluation', 'openfeature', 'openfeature-server', 'openfeature-web', 'openfeature-nestjs'])(
    'in libs/%s',
    (library) => {
      const folder = join('libs', library);
      const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
      const found = Object.values(exports).flatMap(({ types }) => exportsOf(join(folder, types)));
      expect(found.length).not.toEqual([]);
      expect([...new Set(found.flatMap(([name, file]) => undocumented(name, file)))]).toEqual([]);
    },
  );
});
