import type pg from 'pg';
import { type EngineHost, formatEngineUrl, parseEngineUrl } from '@burgee/contracts/wire';
import { givesTls, type TlsFiles, tlsOptions } from './tls-files.js';

/** The hosts of Postgres, and the kind of host to use. */
export interface PostgresHosts {
  /** The driver's options for each host, in the order in which they are tried. */
  configs: Pick<pg.ClientConfig, 'connectionString' | 'ssl'>[];
  /** Whether only a host that accepts writes will do. */
  writable: boolean;
}

const ATTRIBUTES = ['any', 'read-write', 'primary'];
const MODES = ['disable', 'require', 'verify-ca', 'verify-full', 'no-verify'];
/** Modes of libpq that may go on without TLS: a machine in between can force that, and then reads passwords. */
const FALLS_BACK = new Set(['prefer', 'allow']);
/** Parameters for files and rules that the driver reads from the address itself. */
const OF_THE_DRIVER = ['sslrootcert', 'sslcert', 'sslkey', 'uselibpqcompat', 'ssl'];

function oneOf(name: string, value: string | null, allowed: string[]): string | undefined {
  if (value !== null && !allowed.includes(value)) throw new Error(`${name} is one of ${allowed.join(', ')}`);
  return value ?? undefined;
}

function modeOf(value: string | null): string | undefined {
  if (value !== null && FALLS_BACK.has(value))
    throw new Error(`sslmode=${value} may go on without TLS: choose one of ${MODES.join(', ')}`);
  return oneOf('sslmode', value, MODES);
}

/**
 * Every mode but two verifies the certificate, as in the driver; `verify-ca` ignores the host name in it.
 * @returns undefined: as the address says
 */
function sslOf(mode: string | undefined, tls: TlsFiles): pg.ClientConfig['ssl'] {
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
  const mode = modeOf(parameters.get('sslmode'));
  const ofTheDriver = OF_THE_DRIVER.some((name) => parameters.has(name)) && !givesTls(tls);
  parameters.delete('target_session_attrs');
  const withoutTls = new URLSearchParams(parameters);
  for (const name of ['sslmode', ...OF_THE_DRIVER]) withoutTls.delete(name);
  const config = (host: EngineHost): PostgresHosts['configs'][number] => {
    // As in libpq, a socket has no TLS in any mode.
    const isSocket = host.host.startsWith('/');
    const rest = ofTheDriver && !isSocket ? parameters : withoutTls;
    const query = rest.size > 0 ? `?${rest}` : '';
    const ssl = isSocket ? false : ofTheDriver ? undefined : sslOf(mode, tls);
    return { connectionString: formatEngineUrl({ ...url, hosts: [host], query }), ...(ssl !== undefined && { ssl }) };
  };
  return { configs: url.hosts.map(config), writable: attributes !== undefined && attributes !== 'any' };
}
