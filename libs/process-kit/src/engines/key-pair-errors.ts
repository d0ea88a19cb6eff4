import { createPrivateKey, X509Certificate } from 'node:crypto';

function errorOf(cert: string, key: string, texts: Partial<Record<string, unknown>>): string | undefined {
  const [certificate, privateKey] = [texts[cert], texts[key]];
  if (typeof certificate !== 'string' && typeof privateKey !== 'string') return undefined;
  if (typeof certificate !== 'string' || typeof privateKey !== 'string')
    return `${cert} and ${key} are needed together`;
  const isPair = new X509Certificate(certificate).checkPrivateKey(createPrivateKey(privateKey));
  return isPair ? undefined : `${key} is not the private key of ${cert}`;
}

/**
 * Faults in certificates and private keys that are valid PEM on their own, by the setting's name: an engine would only
 * refuse the connection.
 */
export function keyPairErrors(config: object): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const whose of ['DATABASE', 'REDIS', 'NATS', 'TLS']) {
    const [cert, key] = [`${whose}_CERT`, `${whose}_KEY`] as const;
    const error = errorOf(cert, key, config as Partial<Record<string, unknown>>);
    if (error) Object.assign(errors, { [cert]: error, [key]: error });
  }
  return errors;
}
