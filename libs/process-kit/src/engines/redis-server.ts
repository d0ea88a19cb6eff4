import { type EngineHost, parseEngineUrl } from '@burgee/contracts/wire';

/** The location of Redis: its host, or the Sentinels that know the primary of this name. */
export interface RedisServer {
  /** One host of Redis, or several Sentinels. The port is from the address or the default. */
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
 * Parses `redis://user:password@host:port/database` and
 * `redis+sentinel://user:password@sentinel:port,sentinel:port/name/database`; `rediss` uses TLS. @throws an error that
 * names the fault without quoting the address
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
