import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readInstalled, tryInstalled } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publishable } from '../package/publishable.js';
import { Rehearsal } from '../publish/rehearsal.js';
import { IMAGES } from '../release/image.js';

const PACKAGES = publishable(process.cwd()).map(({ manifest }) => manifest.name);
const NAMES = Object.values(IMAGES);
const HOUR = 3_600_000;

let rehearsal: Rehearsal;
beforeAll(async () => {
  rehearsal = await Rehearsal.start(process.cwd());
}, HOUR);
afterAll(() => rehearsal?.stop());

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'It was accepted.',
    (error: Error) => error.message,
  );

it('refuses another tag and changed files, and publishes nothing', async () => {
  const { clone, images, packages } = rehearsal;
  const made = (command: string) => refusalOf(rehearsal.run(command, clone));
  expect(await made('npm run release -- --tag=v9.9.9')).toContain('the tag v9.9.9 is not v');
  expect(await made('npm run release:images -- --to="$REGISTRY" --tag=v9.9.9')).toContain('the tag v9.9.9 is not v');
  writeFileSync(join(clone, 'stray'), '');
  expect(await made('npm run release -- --tag="$GITHUB_REF_NAME"')).toContain('1 not committed: stray');
  rmSync(join(clone, 'stray'));
  const catalog = await fetch(`http://${images.address}/v2/_catalog`);
  expect(await catalog.json()).toEqual({ repositories: [] });
  expect((await fetch(`http://${packages.address}/@burgee%2fsdk`)).status).toBe(404);
});

describe('what the workflow publishes', () => {
  beforeAll(() => rehearsal.publish(), HOUR);

  it('is not published again', async () => {
    expect(await rehearsal.publishPackages()).toContain('6 of 6 packages were published before.');
  });

  it.each(PACKAGES)('%s installs in an empty folder, with its peers, and works', async (name) => {
    const folder = rehearsal.folder(name.replace('/', '-'));
    await rehearsal.follow('Packages', folder, 'cosign', { '@burgee/sdk': name });
    expect(readInstalled(folder, name).version).toBe(rehearsal.version);
    await tryInstalled(folder, [name]);
  });

  it('has files as the signed checksums say, and notices others', async () => {
    const folder = join(rehearsal.work, 'release');
    const checked = await rehearsal.follow('Files', folder);
    expect(checked).toContain('sbom.cdx.json: OK');
    expect(await refusalOf(rehearsal.follow('Files', folder, 'other'))).toContain('Error');
    appendFileSync(join(folder, 'release-notes.md'), 'more');
    expect(await refusalOf(rehearsal.follow('Files', folder))).toContain('1 computed checksum did NOT match');
    appendFileSync(join(folder, 'SHA256SUMS'), `${'0'.repeat(64)}  more\n`);
    expect(await refusalOf(rehearsal.follow('Files', folder))).toContain('verify-blob');
  });

  it('is a chart that renders as its folder does', async () => {
    const folder = rehearsal.folder('rendered');
    const rendered = await rehearsal.follow('Chart', folder);
    const sets = `--set image.repository="$REGISTRY/burgee" --set devEngines.enabled=true`;
    const expected = await rehearsal.run(`helm template burgee deploy/helm/burgee ${sets}`, rehearsal.clone);
    expect(rendered).toContain(`image: ${rehearsal.images.address}/burgee:${rehearsal.version}`);
    expect(rendered).toBe(expected);
    expect(await refusalOf(rehearsal.follow('Chart', folder, 'other'))).toContain('cosign');
  });

  /** The ids by which Buildah knows the images that it got. */
  const ids = new Map<string, string>();

  it.each(NAMES)('%s has a signature and the SBOM of the release, and comes whole', async (name) => {
    const folder = rehearsal.folder(name);
    const ofThis = { '/burgee:': `/${name}:` };
    ids.set(name, (await rehearsal.follow('Images', folder, 'cosign', ofThis)).trim());
    const read = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8')) as Record<string, unknown>;
    const { predicate } = JSON.parse(Buffer.from(String(read(folder, 'sbom.json').payload), 'base64').toString()) as {
      predicate: unknown;
    };
    expect(predicate).toEqual(read(rehearsal.clone, 'dist', 'release', 'sbom.cdx.json'));
    const sums = readFileSync(join(rehearsal.clone, 'dist', 'images', 'SHA256SUMS'), 'utf8');
    const [{ digest }] = read(folder, 'burgee', 'index.json').manifests as [{ digest: string }];
    expect(sums).toContain(`${digest.replace('sha256:', '')}  ${rehearsal.images.address}/${name}\n`);
    expect(await refusalOf(rehearsal.follow('Images', folder, 'other', ofThis))).toContain('cosign');
  });

  it(
    'are images that run',
    async () => {
      const run = (script: string) => rehearsal.run(script, rehearsal.clone);
      const [burgee, edge, operator, allInOne] = NAMES.map((name) => ids.get(name));
      expect(await run(`deploy/verify-image.sh ${burgee} ${edge}`)).toContain('The image works.');
      expect(await run(`deploy/verify-all-in-one.sh ${allInOne}`)).toContain('The image all-in-one works.');
      const secret = `sh -c 'burgee-operator env | burgee-operator kubernetes-secret'`;
      const made = `made=$(buildah from ${operator}); buildah run --isolation=chroot "$made" -- ${secret}; buildah rm "$made"`;
      expect(await run(made)).toContain('"PASSWORD_PEPPER": "');
    },
    HOUR,
  );
});
