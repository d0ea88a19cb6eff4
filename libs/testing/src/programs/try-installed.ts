import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const OPTIONS = '--noEmit --strict --skipLibCheck --target es2022 --lib es2022,dom --module nodenext'.split(' ');

/** An installed package's manifest. */
export const readInstalled = (folder: string, name: string) =>
  JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')) as {
    version: string;
    exports: Record<string, unknown>;
  };

/**
 * Imports every entry of packages that npm has installed in a folder, and checks its types.
 * @throws with what Node or the compiler says
 */
export async function tryInstalled(folder: string, names: readonly string[]): Promise<void> {
  const entries = names.flatMap((name) =>
    Object.keys(readInstalled(folder, name).exports)
      .filter((entry) => !/^\.\/(package\.json|bin)$/.test(entry))
      .map((entry) => name + entry.slice(1)),
  );
  const lines = entries.map((entry, at) => `import * as entry${at} from '${entry}';\nconsole.log(typeof entry${at});`);
  const noSuch = entries.map((entry) => `// @ts-expect-error: no such export\nimport { no } from '${entry}';`);
  // As for any application of Nest.
  const first = existsSync(join(folder, 'node_modules', 'reflect-metadata')) ? ["import 'reflect-metadata';"] : [];
  writeFileSync(join(folder, 'app.mjs'), [...first, ...lines].join('\n'));
  writeFileSync(join(folder, 'types.mts'), [...lines, ...noSuch].join('\n'));
  const { stdout } = await execute(process.execPath, ['app.mjs'], { cwd: folder });
  if (stdout !== 'object\n'.repeat(entries.length))
    throw new Error(`The imports of ${names.join()} printed: ${stdout}`);
  const tsc = join(process.cwd(), 'node_modules', '.bin', 'tsc');
  await execute(tsc, [...OPTIONS, 'types.mts'], { cwd: folder }).catch((error: { stdout: string }) => {
    throw new Error(error.stdout, { cause: error });
  });
}
