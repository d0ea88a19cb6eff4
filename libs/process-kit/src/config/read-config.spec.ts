import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const BUILT = join(import.meta.dirname, '..', '..', 'dist', 'index.js');
const SCHEMA = `{
  ...kit.SERVICE_SETTINGS, ...kit.NATS_CONNECTION_SETTINGS, ...kit.DATABASE_TLS_SETTINGS,
  DATABASE_URL: kit.postgresUrl({ desc: '' }), NATS_URL: kit.natsUrl({ desc: '' }), DIR: kit.folder({ desc: '' }),
}`;
const GOOD = { PORT: '1', OPS_PORT: '1', DATABASE_URL: 'postgres://a/b', NATS_URL: 'nats://a', DIR: '/tmp' };

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'burgee-config-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The output of a process that reads these settings, and whether it keeps running. */
async function read(env: Record<string, string>, options = `{ service: 'audit' }`) {
  const script = `import(${JSON.stringify(BUILT)}).then((kit) => {
    const config = kit.readConfig(${SCHEMA}, process.env, ${options});
    console.log(JSON.stringify({ config }));
  })`;
  const run = promisify(execFile)(process.execPath, ['-e', script], { env: { ...GOOD, ...env } });
  const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error);
  return { lines: stdout.trim().split('\n'), stderr, text: stdout + stderr };
}

/** A self-signed certificate and its key, as PEM. */
function makeCertificate(name: string): { cert: string; key: string } {
  const [cert, key] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)];
  const how = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', `/CN=${name}`];
  execFileSync('openssl', ['req', ...how, '-keyout', key, '-out', cert], { stdio: 'pipe' });
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
}

describe('the settings of a service', () => {
  it('S26 what is wrong is refused without its value, all at once, as a line of the log', async () => {
    const wrong = {
      DATABASE_URL: 'postgres:hunter2',
      NATS_URL: 'nats://u:hunter2@a:b',
      PORT: 'hunter2',
      LOG_LEVEL: 'hunter2',
      TRUSTED_PROXIES: 'hunter2',
      DATABASE_CA: 'hunter2',
      DATABASE_KEY: 'hunter2',
      NATS_CREDS: 'hunter2',
      NATS_NKEY: 'hunter2',
      DIR: '',
    };
    const { lines, text } = await read({ ...wrong, NATS_CA_FILE: '/nowhere/ca.pem' });
    expect(lines).toHaveLength(1);
    const { 'service.name': service, settings } = JSON.parse(lines[0]!);
    expect([service, Object.keys(settings).toSorted()]).toEqual([
      'audit',
      [...Object.keys(wrong), 'NATS_CA'].toSorted(),
    ]);
    for (const sentence of Object.values(settings)) expect(sentence).toMatch(/\w/);
    expect(text).not.toContain('hunter2');
  }, 30_000);

  it('may be in a file; a misspelt one is named with the setting that it resembles, and the process goes on', async () => {
    const file = join(folder, 'proxies');
    writeFileSync(file, '10.0.0.1, uniquelocal\n');
    const { lines, text } = await read({ DATABASE_URI: 'hunter2', TRUSTED_PROXIES_FILE: file });
    // The log may reach a pipe after the process's own output.
    const printed = lines.map((line) => JSON.parse(line)).toSorted((one) => ('config' in one ? 1 : -1));
    expect(printed).toMatchObject([
      { 'service.name': 'audit', variable: 'DATABASE_URI', setting: 'DATABASE_URL' },
      { config: { PORT: 1, TRUSTED_PROXIES: '10.0.0.1,uniquelocal' } },
    ]);
    expect(text).not.toContain('hunter2');
  }, 30_000);

  it('with a client certificate without its private key are refused, both named', async () => {
    const [ours, others] = [makeCertificate('ours'), makeCertificate('others')];
    const { lines, text } = await read({
      DATABASE_CERT: ours.cert,
      DATABASE_KEY: others.key,
      NATS_CERT: ours.cert,
    });
    const another = 'DATABASE_KEY is not the private key of DATABASE_CERT';
    const incomplete = 'NATS_CERT and NATS_KEY are needed together';
    expect(JSON.parse(lines[0]!).settings).toEqual({
      DATABASE_CERT: another,
      DATABASE_KEY: another,
      NATS_CERT: incomplete,
      NATS_KEY: incomplete,
    });
    expect(text).not.toMatch(/BEGIN/);
    const pair = await read({ DATABASE_CERT: ours.cert, DATABASE_KEY: ours.key.replaceAll('\n', '\\n') });
    expect(JSON.parse(pair.lines[0]!)).toMatchObject({ config: { DATABASE_CERT: ours.cert } });
  }, 30_000);

  it('are sentences for a person at a terminal', async () => {
    const { text } = await read({ TRUSTED_PROXIES: 'everybody', DATABASE_URI: 'x' }, '{}');
    expect(text).toContain('TRUSTED_PROXIES: addresses such as');
    expect(text).toContain('Is it DATABASE_URL?');
    expect(text).not.toContain(' at ');
  }, 30_000);
});
