import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { containerCommand, IMAGES } from './container.js';

const RUN = { dataDir: '/home/ada/.burgee/nats', port: 10_001, args: ['-c', '/home/ada/.burgee/nats/nats.conf'] };
const container = (tool: string) => ({ tool, image: IMAGES.nats, program: 'nats-server' });

describe('an engine in a container', () => {
  it('is published on loopback only, reads its folder, and ends with its command', () => {
    const { args } = containerCommand(container('/usr/bin/docker'), { ...RUN, user: { uid: 1000, gid: 1000 } });
    expect(args).toEqual(
      expect.arrayContaining([
        '--rm',
        '--publish=127.0.0.1:10001:10001',
        '--volume=/home/ada/.burgee/nats:/home/ada/.burgee/nats:ro',
        '--user=1000:1000',
        '--cap-drop=ALL',
      ]),
    );
    expect(args.slice(-3)).toEqual([IMAGES.nats, ...RUN.args]);
    expect(args).not.toContain('--userns=keep-id');
  });

  it('is named after its folder, so that the next start removes a leftover container', () => {
    const nameOf = (dataDir: string) => containerCommand(container('docker'), { ...RUN, dataDir }).args[3];
    expect(nameOf('/a')).toBe(nameOf('/a'));
    expect(nameOf('/a')).not.toBe(nameOf('/b'));
  });

  it.each([
    [1000, true],
    [0, false],
  ])('as user %j of Podman keeps the user id inside: %j', (uid, kept) => {
    const { args } = containerCommand(container('/usr/bin/podman'), { ...RUN, user: { uid, gid: uid } });
    expect(args.includes('--userns=keep-id')).toBe(kept);
  });

  it('uses the image in docker-compose.yml', () => {
    const compose = readFileSync('docker-compose.yml', 'utf8');
    for (const image of Object.values(IMAGES)) expect(compose).toContain(`image: ${image.split('/').at(-1)}`);
  });
});
