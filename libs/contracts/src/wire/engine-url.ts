/** An engine's host; the port is undefined where the address leaves it out. An IPv6 address is without brackets. */
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

function parseHost(text: string): EngineHost {
  if (!URL.canParse(`x://${text}`) || /[\s/@]/.test(text))
    throw new Error('one of the hosts is not host, host:port or [IPv6]:port');
  const { hostname, port } = new URL(`x://${text}`);
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? undefined : Number(port) };
}

/** @throws an error that says what is wrong, and nothing of the address: it may hold a password */
export function parseEngineUrl(text: string): EngineUrl {
  const [, scheme, user, hosts, path = '', query = ''] = FORM.exec(text.trim().replaceAll(REPEATED_SCHEME, ',')) ?? [];
  if (scheme === undefined || !hosts)
    throw new Error(
      'an address such as scheme://user:password@host:port is needed; in a password, %2F stands for / and %40 for @',
    );
  const [username, ...password] = user?.split(':') ?? [];
  return {
    scheme: scheme.toLowerCase(),
    username: username === undefined ? undefined : decode(username),
    password: password.length === 0 ? undefined : decode(password.join(':')),
    hosts: hosts.split(',').map((host) => parseHost(host.trim())),
    path,
    query,
  };
}

/** The address as text, in a form that can be parsed again. */
export function formatEngineUrl({ scheme, username, password, hosts, path, query }: EngineUrl): string {
  const user = [username, password].flatMap((part) => (part === undefined ? [] : encodeURIComponent(part))).join(':');
  const places = hosts.map(({ host, port }) => {
    const bracketed = host.includes(':') ? `[${host}]` : host;
    return port === undefined ? bracketed : `${bracketed}:${port}`;
  });
  return `${scheme}://${user && `${user}@`}${places.join(',')}${path}${query}`;
}
