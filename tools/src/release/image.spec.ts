import { describe, expect, it } from '@jest/globals';
import { IMAGE_BUILDERS } from './image.js';

const SOURCE = { version: '1.2.3', commit: 'abc', seconds: 1_700_000_000 };

describe('the image of a release', () => {
  it('has the commit and its time, by either builder', () => {
    const [docker] = IMAGE_BUILDERS.docker(SOURCE, '/to/image.tar');
    const [buildah] = IMAGE_BUILDERS.buildah(SOURCE, '/to/image.tar');

    expect(docker).toEqual(
      expect.arrayContaining(['--build-arg=COMMIT=abc', '--build-arg=SOURCE_DATE_EPOCH=1700000000']),
    );
    expect(buildah).toEqual(expect.arrayContaining(['--build-arg=COMMIT=abc', '--timestamp=1700000000']));
  });

  it('is built on what is named, and otherwise on what the Dockerfile names', () => {
    const ofBase = IMAGE_BUILDERS.buildah({ ...SOURCE, nodeImage: 'localhost/node' }, '/to/image.tar')[0];

    expect(ofBase).toContain('--build-arg=NODE_IMAGE=localhost/node');
    expect(IMAGE_BUILDERS.buildah(SOURCE, '/to/image.tar')[0]?.join(' ')).not.toContain('NODE_IMAGE');
  });

  it('is written into one file', () => {
    expect(IMAGE_BUILDERS.docker(SOURCE, '/to/image.tar').flat().join(' ')).toContain('dest=/to/image.tar');
    expect(IMAGE_BUILDERS.buildah(SOURCE, '/to/image.tar')[1]).toContain('oci-archive:/to/image.tar:burgee:1.2.3');
  });
});
