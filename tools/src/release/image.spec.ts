import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { IMAGE_BUILDERS, IMAGES, referenceTo } from './image.js';

const SOURCE = { version: '1.2.3', commit: 'abc', seconds: 1_700_000_000 };
const { docker, buildah } = IMAGE_BUILDERS;

describe('the image of a release', () => {
  it('has the commit and its time, by either builder', () => {
    for (const [first] of [docker.archive(SOURCE, '/to/image.tar'), docker.push(SOURCE, 'edge', 'r/burgee-edge:1.2.3')])
      expect(first).toEqual(
        expect.arrayContaining(['--build-arg=COMMIT=abc', '--build-arg=SOURCE_DATE_EPOCH=1700000000']),
      );
    for (const [first] of [buildah.archive(SOURCE, '/to/image.tar'), buildah.push(SOURCE, 'edge', 'r/burgee-edge:1')])
      expect(first).toEqual(expect.arrayContaining(['--build-arg=COMMIT=abc', '--timestamp=1700000000']));
  });

  it('is built on what is named, and otherwise on what the Dockerfile names', () => {
    const bases = { nodeImage: 'localhost/node', goImage: 'localhost/go' };
    const ofBases = buildah.push({ ...SOURCE, ...bases }, 'all-in-one', 'r/burgee-all-in-one:1.2.3')[0];

    expect(ofBases).toEqual(
      expect.arrayContaining(['--build-arg=NODE_IMAGE=localhost/node', '--build-arg=GO_IMAGE=localhost/go']),
    );
    expect(buildah.archive(SOURCE, '/to/image.tar')[0]?.join(' ')).not.toMatch(/NODE_IMAGE|GO_IMAGE/);
  });

  it('is written into one file', () => {
    expect(docker.archive(SOURCE, '/to/image.tar').flat().join(' ')).toContain('dest=/to/image.tar');
    expect(buildah.archive(SOURCE, '/to/image.tar')[1]).toContain('oci-archive:/to/image.tar:burgee:1.2.3');
  });
});

describe('published images', () => {
  it('are stages of the Dockerfile', () => {
    const text = readFileSync('deploy/Dockerfile', 'utf8');
    for (const stage of Object.keys(IMAGES)) expect(text).toMatch(new RegExp(`^FROM \\S+ AS ${stage}$`, 'm'));
  });

  it('have names in small letters, which registries demand, and one for each platform', () => {
    expect(referenceTo('ghcr.io/Acme', 'burgee', '1.2.3')).toBe('ghcr.io/acme/burgee:1.2.3');
    expect(referenceTo('ghcr.io/acme', 'burgee', '1.2.3', 'arm64')).toBe('ghcr.io/acme/burgee:1.2.3-arm64');
  });

  it('are sent without TLS to a registry on this machine alone', () => {
    const sent = (reference: string) => buildah.push(SOURCE, 'edge', reference).flat();
    expect(sent('127.0.0.1:5000/burgee-edge:1.2.3')).toContain('--tls-verify=false');
    expect(sent('ghcr.io/acme/burgee-edge:1.2.3')).not.toContain('--tls-verify=false');
  });

  it('are joined under one name, by either builder', () => {
    const parts = ['r/burgee:1.2.3-amd64', 'r/burgee:1.2.3-arm64'];
    expect(docker.join('r/burgee:1.2.3', parts, 'digest')[0]).toEqual(
      expect.arrayContaining(['create', '--tag=r/burgee:1.2.3', ...parts]),
    );
    expect(buildah.join('r/burgee:1.2.3', parts, 'digest')).toEqual([
      ['manifest', 'create', 'r/burgee:1.2.3', ...parts.map((part) => `docker://${part}`)],
      [
        'manifest',
        'push',
        '--all',
        '--format=oci',
        '--rm',
        '--digestfile=digest',
        'r/burgee:1.2.3',
        'docker://r/burgee:1.2.3',
      ],
    ]);
    expect(docker.digestIn('{ "digest": "sha256:0a" }', '')).toBe('sha256:0a');
  });
});
