import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NOBODY = 65_534;

/** Server settings for a Postgres that speaks TLS with a certificate of its own, and what removes that again. */
export function encryptedPostgres(): { postgresSettings: string[]; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'burgee-tls-'));
  chmodSync(folder, 0o755);
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  execFileSync('openssl', [...request, '-subj', '/CN=localhost', '-keyout', key, '-out', certificate], {
    stdio: 'pipe',
  });
  chmodSync(key, 0o600);
  // Postgres does not run as root, and takes no key that others may read.
  if (process.getuid?.() === 0) chownSync(key, NOBODY, NOBODY);
  return {
    postgresSettings: ['ssl=on', `ssl_key_file=${key}`, `ssl_cert_file=${certificate}`],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
