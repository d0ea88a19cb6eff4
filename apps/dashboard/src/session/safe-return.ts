const HERE = 'http://burgee.invalid';

const parse = (address: string) => (URL.canParse(address, HERE) ? new URL(address, HERE) : undefined);

/** Where to go after signing in: only an address of this dashboard, so that a link cannot lead elsewhere. */
export function safeReturn(back: unknown): string | undefined {
  if (typeof back !== 'string' || !back.startsWith('/')) return undefined;
  const url = parse(back);
  if (url?.origin !== HERE) return undefined;
  const path = url.pathname + url.search + url.hash;
  // Checked in its final form: the path of /.//evil.example is //evil.example, which is another host.
  if (parse(path)?.href !== url.href) return undefined;
  return /^\/(sign-in|register)(\/|$)/.test(url.pathname) ? undefined : path;
}
