/** Where to go after signing in: an address of this page alone, so that a link cannot lead elsewhere. */
export function safeReturn(back: unknown): string | undefined {
  if (typeof back !== 'string' || !back.startsWith('/')) return undefined;
  const url = URL.canParse(back, 'http://burgee.invalid') ? new URL(back, 'http://burgee.invalid') : undefined;
  if (url?.origin !== 'http://burgee.invalid') return undefined;
  return /^\/(sign-in|register)(\/|$)/.test(url.pathname) ? undefined : url.pathname + url.search + url.hash;
}
