import { type EngineHost, parseEngineUrl } from '@burgee/contracts/wire';

/** Where Redis is: on its host, or wherever Sentinels say that the primary of this name is. */
export interface RedisServer {
  /** Of Redis: one; of the Sentinels: several. The port is that of the address or the usual one. */
  hosts: Required<EngineHost>[];
  sentinelName: string | undefined;
  username: string | undefined;
  password: string | undefined;
  database: number;
  tls: boolean;
}

const REDIS_PORT = 6_379;
const SENTINEL_PORT = 26_379;
const FORM =
  'an address such as redis://user:password@host:port is needed, or redis+sentinel://user:password@host:port,host:port/name';

/**
 * Parses `redis://user:password@host:port/database` and `redis+sentinel://user:password@sentinel:port,sentinel:port/name/database`;
 * `rediss` is over TLS. @throws an error that says what is wrong, and nothing of the address
 */
export function redisServer(text: string): RedisServer {
  const { scheme, username, password, hosts, path } = parseEngineUrl(text);
  const [, tls, sentinel] = /^redis(s?)(\+sentinel)?$/.exec(scheme) ?? [];
  if (tls === undefined) throw new Error(FORM);
  const parts = path.split('/').filter((part) => part !== '');
  const name = sentinel ? parts.shift() : undefined;
  const database = Number(parts.shift() ?? 0);
  if ((sentinel && !name) || parts.length > 0 || !Number.isInteger(database)) throw new Error(FORM);
  if (!sentinel && hosts.length > 1)
    throw new Error('several hosts of Redis need Sentinel: redis+sentinel://user:password@host:port,host:port/name');
  const usual = sentinel ? SENTINEL_PORT : REDIS_PORT;
  return {
    hosts: hosts.map(({ host, port }) => ({ host, port: port ?? usual })),
    sentinelName: name,
    username: username || undefined,
    password,
    database,
    tls: tls === 's',
  };
}
