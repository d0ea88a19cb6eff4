import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Project } from './publishable.js';

/** Where the declarations of a library that went into the package lie in it. */
const placeOf = (name: string): string => join('_types', name.replace('@burgee/', ''));

/** Whether a file of `dist` has its source still. @param file relative to `dist` */
export const hasSource = (folder: string, file: string): boolean =>
  ['.ts', '.tsx'].some((ending) => existsSync(join(folder, 'src', file.replace(/(\.d\.ts|\.js)$/, ending))));

/**
 * Copies the declarations of a package and of what went into it; imports of the latter become relative.
 * They stay as many files as there are sources: TypeScript reads them all the same, and nothing has to bundle them.
 */
export function copyDeclarations(project: Project, inside: Project[], target: string): void {
  const places = new Map([
    [project.manifest.name, ''],
    ...inside.map(({ manifest }): [string, string] => [manifest.name, placeOf(manifest.name)]),
  ]);
  for (const { folder, manifest } of [project, ...inside]) {
    const dist = join(folder, 'dist');
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.d.ts') && hasSource(folder, file),
    );
    for (const file of files) {
      const path = join(target, places.get(manifest.name) ?? '', file);
      const text = readFileSync(join(dist, file), 'utf8')
        .replace(/^\/\/# sourceMappingURL=.*$/m, '')
        .replaceAll(/(['"])(@burgee\/[^'"]+)\1/g, (whole, quote: string, name: string) => {
          const place = name === project.manifest.name ? undefined : places.get(name);
          if (place === undefined) return whole;
          const to = relative(dirname(path), join(target, place, 'index.js'));
          return `${quote}${to.startsWith('.') ? to : `./${to}`}${quote}`;
        });
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  }
}
