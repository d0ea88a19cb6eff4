import { parseEngineUrl } from '@burgee/contracts/wire';

/** The servers of NATS, and the credentials in the address: a user with a password, or a token. */
export interface NatsServers {
  /** `host:port`, with brackets around an IPv6 address. */
  servers: string[];
  user: string | undefined;
  password: string | undefined;
  token: string | undefined;
  tls: boolean;
}

const PORT = 4_222;

/**
 * Parses `nats://user:password@host:port,host:port` and `nats://token@host:port`; the scheme may be repeated before
 * each host, and `tls` requires TLS. @throws an error that names the fault without quoting the address
 */
export function natsServers(text: string): NatsServers {
  const { scheme, username, password, hosts, path } = parseEngineUrl(text);
  if (!/^(nats|tls)$/.test(scheme) || path.length > 1)
    throw new Error('an address such as nats://user:password@host:port is needed, with commas between several hosts');
  const isToken = username !== undefined && password === undefined;
  return {
    servers: hosts.map(({ host, port = PORT }) => `${host.includes(':') ? `[${host}]` : host}:${port}`),
    user: isToken ? undefined : username,
    password,
    token: isToken ? username : undefined,
    tls: scheme === 'tls',
  };
}
