import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NOBODY = 65_534;
const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** A CA and what it signed, in a folder; paths of PEM files. */
export interface Certificates {
  ca: string;
  /** A CA that signed none of it. */
  otherCa: string;
  /** For 127.0.0.1 and ::1. */
  server: string;
  /** Like `server`, but expired. */
  expired: string;
  serverKey: string;
  /** A copy of `server`, to be replaced, and of its key: files that Postgres, which runs as another user, can read. */
  postgres: string;
  postgresKey: string;
  client: string;
  clientKey: string;
  remove: () => void;
}

/** Makes them with OpenSSL, which every system has on which engines speak TLS. */
export function makeCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'burgee-tls-'));
  chmodSync(folder, 0o755);
  const file = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const makeCa = (name: string) => {
    openssl(
      'req',
      '-x509',
      ...KEY,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
      '-subj',
      `/CN=${name}`,
      '-days',
      '2',
    );
    return file(`${name}.pem`);
  };
  const sign = (request: string, days: number, name: string) => {
    const by = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-copy_extensions', 'copy', '-days', String(days)];
    openssl('x509', '-req', '-in', request, ...by, '-out', `${name}.pem`);
    return file(`${name}.pem`);
  };
  const request = (name: string, ...extra: string[]) =>
    openssl('req', ...KEY, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`, ...extra);
  const [ca, otherCa] = [makeCa('ca'), makeCa('other')];
  request('server', '-addext', 'subjectAltName=IP:127.0.0.1,IP:::1');
  request('client');
  const server = sign('server.csr', 2, 'server');
  const [postgres, postgresKey] = [file('postgres.pem'), file('postgres.key')];
  copyFileSync(server, postgres);
  copyFileSync(file('server.key'), postgresKey);
  if (process.getuid?.() === 0) chownSync(postgresKey, NOBODY, NOBODY);
  return {
    ca,
    otherCa,
    server,
    expired: sign('server.csr', -1, 'expired'),
    serverKey: file('server.key'),
    postgres,
    postgresKey,
    client: sign('client.csr', 2, 'client'),
    clientKey: file('client.key'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
