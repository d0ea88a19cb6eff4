const HERE = 'http://burgee.invalid';

const parse = (address: string) => (URL.canParse(address, HERE) ? new URL(address, HERE) : undefined);

/** A path of the dashboard to return to. Anything else becomes the start page, so that a link cannot lead elsewhere. */
export function safePath(back: string | undefined): string {
  if (!back?.startsWith('/')) return '/';
  const url = parse(back);
  if (url?.origin !== HERE) return '/';
  const path = url.pathname + url.search + url.hash;
  // Checked in its final form: the path of /.//evil.example is //evil.example, which is another host.
  return parse(path)?.href === url.href && !/^\/(api|sign-in|register)(\/|$)/.test(url.pathname) ? path : '/';
}
