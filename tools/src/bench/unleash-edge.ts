import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, ManagedProcess } from '@burgee/launcher';
import { eventually } from '@burgee/testing';
import { zipSync } from 'fflate';
import { ROOT } from '../start/settings.js';

const execute = promisify(execFile);

const [CRATE, VERSION] = ['unleash-edge', '19.15.1'];
const READY_WITHIN_MILLISECONDS = 60_000;

/** The page of its OpenAPI document, which its build would fetch from elsewhere. @returns the address of an archive with it */
function swaggerUi(folder: string): string {
  const from = join(ROOT, 'node_modules', 'swagger-ui-dist');
  const files = readdirSync(from, { withFileTypes: true }).filter((entry) => entry.isFile());
  const path = join(folder, 'swagger-ui.zip');
  writeFileSync(
    path,
    zipSync(Object.fromEntries(files.map(({ name }) => [`swagger-ui/dist/${name}`, readFileSync(join(from, name))]))),
  );
  return `file://${path}`;
}

/** Builds it in a folder of its own, which takes minutes; later calls find it built. @throws when there is no Rust toolchain */
async function build(): Promise<string> {
  const root = join(ROOT, '.burgee', CRATE);
  mkdirSync(root, { recursive: true });
  const args = ['install', CRATE, '--version', VERSION, '--locked', '--no-default-features', '--root', root];
  try {
    const env = { ...process.env, SWAGGER_UI_DOWNLOAD_URL: swaggerUi(root) };
    await execute('cargo', args, { env, maxBuffer: Infinity });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error(`The Rust toolchain (rustup.rs) is missing, which builds ${CRATE} ${VERSION}.`, { cause: error });
  }
  return join(root, 'bin', CRATE);
}

/** Starts the last free Unleash Edge as its own pages say, following an Unleash. @returns its address, once it serves what the token opens */
export async function startUnleashEdge(
  upstream: string,
  token: string,
  logFile: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const command = await build();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const edge = new ManagedProcess(
    {
      name: 'Unleash Edge',
      command,
      args: ['edge', '--upstream-url', upstream, '--tokens', token],
      env: { INTERFACE: '127.0.0.1', PORT: String(port), STRICT: 'true' },
      logFile,
      stopSignal: 'SIGTERM',
      ready: () =>
        eventually(async () => {
          const { status } = await fetch(`${url}/api/client/features`, { headers: { authorization: token } });
          if (status !== 200) throw new Error(`Unleash Edge answers ${status}.`);
        }, READY_WITHIN_MILLISECONDS),
    },
    { restart: false },
  );
  await edge.start();
  return { url, stop: () => edge.stop() };
}
