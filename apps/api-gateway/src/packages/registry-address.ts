import { DomainError } from '@burgee/contracts/wire';

/** The settings that say which names the public address has. */
export interface PublicNames {
  PUBLIC_URL: string | undefined;
  ALLOWED_HOSTS: readonly string[] | undefined;
}

/** A name that leads a client to its own machine. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * The address of the registry, for the tarballs in its documents. Anyone can send a Host header: it counts only if the
 * operator lists the name, or if it is the client's own machine.
 * @throws if the public address is unknown
 */
export function registryAddress(
  { PUBLIC_URL, ALLOWED_HOSTS }: PublicNames,
  { protocol, host }: { protocol: string; host: string },
): string {
  if (PUBLIC_URL !== undefined) return `${PUBLIC_URL}/packages/`;
  const asked = `${protocol}://${host}`;
  const { origin, hostname } = URL.canParse(asked) ? new URL(asked) : { origin: '', hostname: '' };
  if (ALLOWED_HOSTS?.includes(hostname) || LOOPBACK.test(hostname)) return `${origin}/packages/`;
  throw new DomainError('host_not_allowed', 'Packages need the public address. Set PUBLIC_URL on api-gateway.');
}
