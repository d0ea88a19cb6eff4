import type { ConnectionOptions } from 'node:tls';
import { formatEngineUrl, parseEngineUrl } from '@burgee/contracts/wire';
import { givesTls, type TlsFiles, tlsOptions } from './tls-files.js';

/** The hosts of Postgres, with the driver's options for each, and the kind of host to use. */
export interface PostgresHosts {
  /** One address for each host, in the order in which they are tried. */
  urls: string[];
  /** Whether only a host that accepts writes will do. */
  writable: boolean;
  /** Undefined: as the addresses say. */
  ssl: boolean | ConnectionOptions | undefined;
}

const ATTRIBUTES = ['any', 'read-write', 'primary'];
const MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];
/** Parameters for files and rules that the driver reads from the address itself. */
const OF_THE_DRIVER = ['sslrootcert', 'sslcert', 'sslkey', 'uselibpqcompat', 'ssl'];

function oneOf(name: string, value: string | null, allowed: string[]): string | undefined {
  if (value !== null && !allowed.includes(value)) throw new Error(`${name} is one of ${allowed.join(', ')}`);
  return value ?? undefined;
}

/** Every mode but two verifies the certificate, as in the driver; `verify-ca` ignores the host name in it. */
function sslOf(mode: string | undefined, tls: TlsFiles): PostgresHosts['ssl'] {
  if (mode === 'disable') return false;
  if (mode === undefined && !givesTls(tls)) return undefined;
  return {
    ...tlsOptions(tls),
    ...(mode === 'no-verify' && { rejectUnauthorized: false }),
    ...(mode === 'verify-ca' && { checkServerIdentity: () => undefined }),
  };
}

/**
 * Parses `postgres://user:password@host:port,host:port/database?target_session_attrs=read-write&sslmode=…`, which the
 * driver accepts with one host only. @throws an error that names the fault without quoting the address
 */
export function postgresHosts(text: string, tls: TlsFiles): PostgresHosts {
  const url = parseEngineUrl(text);
  if (!/^postgres(ql)?$/.test(url.scheme))
    throw new Error('an address such as postgres://user:password@host:port/database is needed');
  const parameters = new URLSearchParams(url.query);
  const attributes = oneOf('target_session_attrs', parameters.get('target_session_attrs'), ATTRIBUTES);
  const mode = oneOf('sslmode', parameters.get('sslmode'), MODES);
  const ofTheDriver = OF_THE_DRIVER.some((name) => parameters.has(name)) && !givesTls(tls);
  parameters.delete('target_session_attrs');
  if (!ofTheDriver) for (const name of ['sslmode', ...OF_THE_DRIVER]) parameters.delete(name);
  const query = parameters.size > 0 ? `?${parameters}` : '';
  return {
    urls: url.hosts.map((host) => formatEngineUrl({ ...url, hosts: [host], query })),
    writable: attributes !== undefined && attributes !== 'any',
    ssl: ofTheDriver ? undefined : sslOf(mode, tls),
  };
}
