import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts, ManagedProcess } from '@burgee/launcher';
import { eventually, installNode22, installPackages } from '@burgee/testing';

const VERDACCIO = '6.10.4';

/** A registry on loopback that keeps what it gets in a folder of its own. */
export interface LocalRegistry {
  /** Host and port. */
  readonly address: string;
  stop: () => Promise<void>;
}

async function launch(name: string, program: string, args: string[], folder: string, address: string, path: string) {
  const process_ = new ManagedProcess(
    {
      name,
      command: program,
      args,
      env: process.env,
      cwd: folder,
      logFile: join(folder, 'log'),
      stopSignal: 'SIGTERM',
      ready: () => eventually(async () => void (await fetch(`http://${address}${path}`)), 60_000),
    },
    { restart: false },
  );
  await process_.start();
  return { address, stop: () => process_.stop() };
}

async function prepare(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const [port] = await freePorts(1);
  return `127.0.0.1:${port}`;
}

/** @param program of distribution, which needs no account */
export async function startImageRegistry(program: string, folder: string): Promise<LocalRegistry> {
  const address = await prepare(folder);
  const config = {
    version: 0.1,
    log: { level: 'error', accesslog: { disabled: true } },
    storage: { filesystem: { rootdirectory: join(folder, 'storage') } },
    http: { addr: address },
  };
  // YAML takes JSON.
  writeFileSync(join(folder, 'config.yml'), JSON.stringify(config));
  return launch('registry', program, ['serve', 'config.yml'], folder, address, '/v2/');
}

/**
 * A registry that has no package of `@burgee` and passes all others on from npm's.
 * @param programs the folder where it is installed
 * @param upstream npm's
 */
export async function startPackageRegistry(
  programs: string,
  folder: string,
  upstream: string,
): Promise<LocalRegistry & { token: string }> {
  const address = await prepare(folder);
  const config = {
    storage: join(folder, 'storage'),
    uplinks: { npm: { url: upstream } },
    packages: {
      '@burgee/*': { access: '$all', publish: '$authenticated' },
      '**': { access: '$all', proxy: 'npm' },
    },
    auth: { htpasswd: { file: join(folder, 'htpasswd') } },
    web: { enable: false },
    log: { type: 'stdout', level: 'warn' },
  };
  writeFileSync(join(folder, 'config.yaml'), JSON.stringify(config));
  const installed = join(programs, `verdaccio-${VERDACCIO}`);
  // It asks for a tag, which a registry that passes packages on may lack.
  await installPackages(installed, [`verdaccio@${VERDACCIO}`], [], { 'node-fetch': '2.7.0' });
  const program = join(installed, 'node_modules', 'verdaccio', 'bin', 'verdaccio');
  const args = [program, '--config', 'config.yaml', '--listen', address];
  const registry = await launch('verdaccio', await installNode22(), args, folder, address, '/-/ping');
  const response = await fetch(`http://${address}/-/user/org.couchdb.user:publisher`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'publisher', password: 'only-on-this-machine' }),
  });
  const { token } = (await response.json()) as { token: string };
  return { ...registry, token };
}
