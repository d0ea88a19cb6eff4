// Runs before anything is installed: Node's own modules only.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export const ROOT = join(import.meta.dirname, '..');
/** Written when all packages were installed. */
export const STAMP = join(ROOT, 'node_modules', '.burgee-lock');
const OLDEST_NODE = [20, 19];
const QUIET_MILLISECONDS = 2_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Does a step and, when it takes longer than two seconds, says so and how long it took. */
export async function report(step, work) {
  const startedAt = Date.now();
  let announced = false;
  const timer = setTimeout(() => {
    announced = true;
    console.log(`  ${step} …`);
  }, QUIET_MILLISECONDS);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    if (announced) console.log(`  ${step}: ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  }
}

function run(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    const lines = [];
    // A signal for this process alone, such as npm's, ends what it waits for, too.
    const end = (signal) => {
      child.kill(signal);
      process.exit(1);
    };
    for (const signal of SIGNALS) process.on(signal, end);
    child.on('close', () => SIGNALS.forEach((signal) => process.off(signal, end)));
    for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', (line) => lines.push(line));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${command} ${args.join(' ')} failed:\n${lines.slice(-40).join('\n')}`));
    });
  });
}

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');

function isInstalled() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lockHash();
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  console.error(
    `Burgee needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.version}. Get it at https://nodejs.org.`,
  );
  process.exit(1);
}

/** The packages that are here and whose scripts package.json allows. No other script of a package ever runs. */
function allowedScripts() {
  const { allowScripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const isHere = (name) => existsSync(join(ROOT, 'node_modules', name));
  return Object.keys(allowScripts).filter((name) => allowScripts[name] && isHere(name));
}

async function install() {
  const quietly = ['--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['ci', '--ignore-scripts', ...quietly]);
  const allowed = allowedScripts();
  if (allowed.length > 0) await run('npm', ['rebuild', '--ignore-scripts=false', ...quietly, ...allowed]);
}

/** Installs what is missing and builds what has changed. */
export async function bootstrap() {
  checkNode();
  if (!isInstalled()) {
    await report('Installing packages (about a minute, once)', install);
    writeFileSync(STAMP, lockHash());
  }
  await report('Building', () =>
    run(process.execPath, [join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-b', '--pretty', 'false']),
  );
  const script = (name) => run(process.execPath, [join(ROOT, 'tools', name)]);
  await Promise.all([
    report('Building the dashboard', () => script('build-dashboard.mjs')),
    report('Building the packages', () => script('build-packages.mjs')),
  ]);
}

/** For people: an error as its message, not as a stack. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
}

if (process.argv[1] === import.meta.filename) await main(bootstrap);
