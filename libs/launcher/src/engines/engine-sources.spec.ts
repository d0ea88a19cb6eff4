import { describe, expect, it } from '@jest/globals';
import { engineSources, installAdvice, type Machine } from './engine-sources.js';

const machine = (programs: string, more: Partial<Machine> = {}): Machine => ({
  has: (program) => programs.split(' ').includes(program),
  ...more,
});

describe('the sources of an engine', () => {
  it.each([
    ['Debian', 'apt-get dpkg-deb', ['debian'], ['debian']],
    [
      'Debian with all of it',
      'nats-server redis-server apt-get dpkg-deb go docker',
      ['installed', 'debian', 'go', 'container'],
      ['installed', 'debian', 'container'],
    ],
    ['Fedora with Valkey and Go', 'dnf valkey-server go', ['go'], ['installed']],
    ['a Mac with Homebrew', 'brew', [], []],
    ['a Mac with Docker', 'brew docker', ['container'], ['container']],
    ['Fedora with Podman', 'dnf podman', ['container'], ['container']],
    ['a Mac with apt alone', 'brew apt-get', [], []],
    ['nothing', '', [], []],
  ] as const)('%s', (_system, programs, nats, redis) => {
    expect(engineSources('nats', machine(programs))).toEqual(nats);
    expect(engineSources('redis', machine(programs))).toEqual(redis);
  });

  it('prefer Go when NATS lacks security fixes', () => {
    const old = machine('nats-server apt-get dpkg-deb go docker', { prefersGo: true });
    expect(engineSources('nats', old)).toEqual(['go', 'installed', 'debian', 'container']);
  });
});

describe('the advice on what to install', () => {
  it.each([
    ['brew', 'brew install redis', 'brew install nats-server'],
    ['apt-get', 'sudo apt-get install redis-server', 'sudo apt-get install nats-server'],
    ['dnf', 'sudo dnf install valkey', 'sudo dnf install golang'],
    ['apk', 'sudo apk add valkey', 'sudo apk add go'],
    ['pacman', 'sudo pacman -S valkey', 'sudo pacman -S go'],
    ['zypper', 'sudo zypper install valkey', 'sudo zypper install go'],
  ])('with %s', (manager, redis, nats) => {
    expect(installAdvice('redis', machine(manager))).toBe(
      `Run \`${redis}\`, or set REDIS_URL to the address of a running one.`,
    );
    expect(installAdvice('nats', machine(manager))).toBe(
      `Run \`${nats}\`, or set NATS_URL to the address of a running one.`,
    );
    expect(installAdvice('postgres', machine(manager))).toMatch(/^Run `.* postgresql.*`, or set DATABASE_URL .*\.$/);
  });

  it('works without a known package manager', () =>
    expect(installAdvice('nats', machine(''))).toBe('Install it, or set NATS_URL to the address of a running one.'));
});
