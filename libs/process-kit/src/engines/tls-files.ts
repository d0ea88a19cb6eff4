/** TLS settings for an engine on top of the public CAs, as PEM. */
export interface TlsFiles {
  /** The CA that signed the engine's certificate. */
  ca?: string;
  /** The certificate of this process, and its key. */
  cert?: string;
  key?: string;
}

/** Whether any of them is set, which turns TLS on. */
export const givesTls = ({ ca, cert, key }: TlsFiles): boolean => [ca, cert, key].some((file) => file !== undefined);

/** The files that are set: clients reject undefined ones. */
export function tlsOptions({ ca, cert, key }: TlsFiles): TlsFiles {
  return { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) };
}
