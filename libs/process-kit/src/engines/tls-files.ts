/** What TLS to an engine needs besides the public CAs, as PEM. */
export interface TlsFiles {
  /** The CA that signed the engine's certificate. */
  ca?: string;
  /** The certificate that this process shows, and its key. */
  cert?: string;
  key?: string;
}

/** Whether any of it is given, which turns TLS on. */
export const givesTls = ({ ca, cert, key }: TlsFiles): boolean => [ca, cert, key].some((file) => file !== undefined);

/** What is given of it: clients take an undefined one for a wrong one. */
export function tlsOptions({ ca, cert, key }: TlsFiles): TlsFiles {
  return { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) };
}
