/**
 * An engine's host; the port is undefined where the address leaves it out. An IPv6 address is without brackets. A host
 * that begins with a slash is the folder of Postgres's Unix socket.
 */
export interface EngineHost {
  host: string;
  port: number | undefined;
}

/** The address of an engine, which may name several hosts: `scheme://user:password@host:port,host:port/path?query`. */
export interface EngineUrl {
  /** Without `://`, in lower case. */
  scheme: string;
  /** Decoded; undefined where the address has none. */
  username: string | undefined;
  password: string | undefined;
  hosts: EngineHost[];
  /** With its slash, or empty. */
  path: string;
  /** With its question mark, or empty. */
  query: string;
}

const FORM = /^([a-z][a-z0-9+.-]*):\/\/(?:([^/?#]*)@)?([^/?#]*)(\/[^?#]*)?(\?[^#]*)?$/i;
/** NATS repeats the scheme before each host, and sometimes also the user. */
const REPEATED_SCHEME = /,\s*[a-z][a-z0-9+.-]*:\/\/(?:[^/?#,]*@)?/gi;

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('a character of the user or password is not percent-encoded as it has to be');
  }
}

const IS_POSTGRES = /^postgres(ql)?$/i;
const IS_SOCKET = /^%2f/i;

function parseHost(text: string, scheme: string): EngineHost {
  const isSocket = IS_SOCKET.test(text);
  if (!URL.canParse(`x://${text}`) || /[\s/@]/.test(text) || (isSocket && !IS_POSTGRES.test(scheme)))
    throw new Error('one of the hosts is not host, host:port or [IPv6]:port');
  const { hostname, port } = new URL(`x://${text}`);
  const host = isSocket ? decode(hostname) : hostname.replace(/^\[(.*)\]$/, '$1');
  return { host, port: port === '' ? undefined : Number(port) };
}

/** libpq takes hosts and ports as parameters too, in place of the others: the usual way to name a socket. */
function takeHosts(parameters: URLSearchParams): string | undefined {
  const [hosts, ports] = ['host', 'port'].map((name) => parameters.get(name)?.split(',') ?? []);
  for (const name of ['host', 'port']) parameters.delete(name);
  if (!hosts?.[0]) return undefined;
  return hosts
    .map((host, index) => {
      const port = ports?.[index] ?? ports?.[0];
      return `${host.startsWith('/') ? encodeURIComponent(host) : host}${port ? `:${port}` : ''}`;
    })
    .join(',');
}

/** @throws an error that says what is wrong, and nothing of the address: it may hold a password */
export function parseEngineUrl(text: string): EngineUrl {
  const [, scheme, user, given, path = '', rest = ''] = FORM.exec(text.trim().replaceAll(REPEATED_SCHEME, ',')) ?? [];
  const parameters = new URLSearchParams(rest);
  const named = IS_POSTGRES.test(scheme ?? '') ? takeHosts(parameters) : undefined;
  const hosts = named ?? given;
  if (scheme === undefined || !hosts)
    throw new Error(
      'an address such as scheme://user:password@host:port is needed; in a password, %2F stands for / and %40 for @',
    );
  const [username, ...password] = user?.split(':') ?? [];
  return {
    scheme: scheme.toLowerCase(),
    username: username === undefined ? undefined : decode(username),
    password: password.length === 0 ? undefined : decode(password.join(':')),
    hosts: hosts.split(',').map((host) => parseHost(host.trim(), scheme)),
    path,
    query: named === undefined ? rest : parameters.size > 0 ? `?${parameters}` : '',
  };
}

/** The address as text, in a form that can be parsed again. */
export function formatEngineUrl({ scheme, username, password, hosts, path, query }: EngineUrl): string {
  const user = [username, password].flatMap((part) => (part === undefined ? [] : encodeURIComponent(part))).join(':');
  const places = hosts.map(({ host, port }) => {
    const bracketed = host.startsWith('/') ? encodeURIComponent(host) : host.includes(':') ? `[${host}]` : host;
    return port === undefined ? bracketed : `${bracketed}:${port}`;
  });
  return `${scheme}://${user && `${user}@`}${places.join(',')}${path}${query}`;
}
