/** The headers that say where a request came from. */
export interface RequestSource {
  method: string;
  protocol: string;
  host: string;
  secFetchSite?: string;
  origin?: string;
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request that may change something came from another site's page. Browsers say so in
 * Sec-Fetch-Site, older ones only in Origin; a caller that sends neither is not a browser and has nobody's cookie.
 */
export function isCrossSite({ method, protocol, host, secFetchSite, origin }: RequestSource): boolean {
  if (SAFE_METHODS.has(method)) return false;
  if (secFetchSite !== undefined && secFetchSite !== 'same-origin' && secFetchSite !== 'none') return true;
  return origin !== undefined && origin !== `${protocol}://${host}`;
}
