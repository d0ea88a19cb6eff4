// The job that may publish runs this and npm alone: nothing that is installed or built sees its permission.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { main, ROOT } from './bootstrap.mjs';

const hash = (algorithm, encoding, file) => createHash(algorithm).update(readFileSync(file)).digest(encoding);

/** The packages of a release, each as its checksum says. */
function readPackages(folder, version) {
  const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
  return readdirSync(folder)
    .filter((name) => /^burgee-.*\.tgz$/.test(name) && !name.startsWith('burgee-chart-'))
    .map((name) => {
      const file = join(folder, name);
      if (!sums.includes(`${hash('sha256', 'hex', file)}  ${name}\n`))
        throw new Error(`${name} is not the file of SHA256SUMS. Nothing is published.`);
      const json = execFileSync('tar', [
        '--extract',
        '--gzip',
        '--to-stdout',
        `--file=${file}`,
        'package/package.json',
      ]);
      const manifest = JSON.parse(json);
      if (manifest.version !== version)
        throw new Error(`${name} is not version ${version} of package.json. Nothing is published.`);
      return { file, manifest, integrity: `sha512-${hash('sha512', 'base64', file)}` };
    });
}

/** The integrity of a version in the registry; undefined if it has none. */
async function publishedIntegrity({ name, version }, registry) {
  const response = await fetch(new URL(name.replace('/', '%2f'), registry));
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`The registry answers ${response.status} about ${name}. Nothing is published.`);
  const { versions } = await response.json();
  return versions[version]?.dist.integrity;
}

/** How many packages of the same release it asks for. Those come first. */
const peersOf = ({ manifest }) =>
  Object.keys(manifest.peerDependencies ?? {}).filter((name) => name.startsWith('@burgee/')).length;

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      registry: { type: 'string', default: 'https://registry.npmjs.org/' },
      provenance: { type: 'boolean', default: false },
    },
  });
  const folder = resolve(positionals[0] ?? join(ROOT, 'dist', 'release'));
  const { version, repository } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const { GITHUB_REPOSITORY: here } = process.env;
  if (values.provenance && repository?.url !== `git+https://github.com/${here}.git`)
    throw new Error(
      `npm compares the provenance with "repository" of package.json, which is not git+https://github.com/${here}.git. Nothing is published.`,
    );
  const packages = readPackages(folder, version).toSorted((one, other) => peersOf(one) - peersOf(other));
  if (packages.length === 0) throw new Error(`There is no package in ${folder}: npm run release makes them.`);
  const missing = [];
  for (const one of packages) {
    const published = await publishedIntegrity(one.manifest, values.registry);
    if (published === undefined) missing.push(one);
    else if (published !== one.integrity)
      throw new Error(`${one.manifest.name}@${version} is published with other content. Nothing is published.`);
  }
  for (const { file, manifest } of missing) {
    const args = ['publish', file, '--access=public', `--registry=${values.registry}`];
    execFileSync('npm', values.provenance ? [...args, '--provenance'] : args, { stdio: 'inherit' });
    console.log(`Published ${manifest.name}@${version}.`);
  }
  console.log(`${packages.length - missing.length} of ${packages.length} packages were published before.`);
});
