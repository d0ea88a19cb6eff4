import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** All downloads go here, in exactly the versions of the manifests. Nothing is installed on the machine. */
const DOWNLOADS = join(import.meta.dirname, '..', '.burgee', 'clients');
const RESOLVE_CLASSPATH = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath';

const hashOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);

/** @throws what to install, when the program is not on this machine */
async function call(program, args, toInstall, options) {
  try {
    await execute(program, args, options);
  } catch (error) {
    if (error.code === 'ENOENT') throw new Error(`There is no ${program} on PATH. ${toInstall}`, { cause: error });
    throw new Error(`${program} ${args.join(' ')}\n${error.stdout}${error.stderr}`, { cause: error });
  }
}

async function go(file, manifests) {
  const folder = join(DOWNLOADS, 'go');
  const program = join(folder, 'bin', hashOf(file));
  const options = {
    cwd: manifests,
    env: { ...process.env, GOMODCACHE: join(folder, 'modules'), GOCACHE: join(folder, 'cache') },
  };
  const build = ['build', '-buildvcs=false', '-modcacherw', '-mod=readonly', '-o', program, file];
  await call('go', build, 'Get Go 1.26 or newer at https://go.dev/dl.', options);
  return [program];
}

async function python(file, manifests) {
  const requirements = join(manifests, 'requirements.txt');
  const folder = join(DOWNLOADS, `python-${hashOf(requirements)}`);
  const isComplete = join(folder, 'complete');
  const toInstall = 'Install Python 3.10 or newer with venv (Debian: sudo apt install python3-venv).';
  await call('python3', ['--version'], toInstall);
  if (!existsSync(isComplete)) {
    await call('python3', ['-m', 'venv', '--clear', folder], toInstall);
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--requirement', requirements];
    await call(join(folder, 'bin', 'python'), pip, toInstall);
    writeFileSync(isComplete, '');
  }
  return [join(folder, 'bin', 'python'), file];
}

async function java(file, manifests) {
  const pom = join(manifests, 'pom.xml');
  const folder = join(DOWNLOADS, 'java');
  const resolved = join(folder, `classpath-${hashOf(pom)}`);
  const classes = join(folder, `classes-${hashOf(file)}`);
  const toInstall = 'Install a JDK, 17 or newer (Debian: sudo apt install openjdk-17-jdk-headless).';
  await call('javac', ['-version'], toInstall);
  if (!existsSync(resolved)) {
    const settings = [`-Dmaven.repo.local=${join(folder, 'repository')}`, `-Dmdep.outputFile=${resolved}`];
    const resolve = ['--batch-mode', '--quiet', '--file', pom, ...settings, RESOLVE_CLASSPATH];
    await call('mvn', resolve, 'Install Maven 3.8 or newer (Debian: sudo apt install maven).');
  }
  const classpath = readFileSync(resolved, 'utf8').trim();
  const name = basename(file, '.java');
  if (!existsSync(join(classes, `${name}.class`)))
    await call('javac', ['-cp', classpath, '-d', classes, file], toInstall);
  return ['java', '-cp', `${classes}:${classpath}`, name];
}

/** Cargo's downloads go into its own cache. */
async function rust(file, manifests) {
  const folder = join(DOWNLOADS, 'rust');
  const name = hashOf(file);
  const program = join(folder, 'bin', name);
  const toInstall = 'Get Rust 1.85 or newer at https://rustup.rs, and a C compiler (Debian: sudo apt install gcc).';
  await call('cargo', ['--version'], toInstall);
  if (existsSync(program)) return [program];
  const source = join(folder, 'source', name);
  cpSync(manifests, source, { recursive: true });
  copyFileSync(file, join(source, 'main.rs'));
  const target = join(folder, 'target');
  await call('cargo', ['build', '--quiet', '--locked', '--target-dir', target], toInstall, { cwd: source });
  mkdirSync(join(folder, 'bin'), { recursive: true });
  copyFileSync(join(target, 'debug', 'burgee'), program);
  return [program];
}

async function php(file) {
  await call('php', ['--version'], 'Install PHP 8.1 or newer (Debian: sudo apt install php-cli).');
  return ['php', file];
}

async function ruby(file) {
  await call('ruby', ['--version'], 'Install Ruby 3.1 or newer (Debian: sudo apt install ruby).');
  return ['ruby', file];
}

const PREPARES = { go, python, java, rust, php, ruby };

/** By language: the command that runs a program of one file, with the packages of the language's example, or of the manifests in a folder. */
export const LANGUAGES = Object.fromEntries(
  Object.entries(PREPARES).map(([language, prepare]) => [
    language,
    (file, manifests = join(import.meta.dirname, language)) => prepare(file, manifests),
  ]),
);
