import { constants } from 'node:crypto';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { pinnedTo } from './resolve-public.js';
import { hostOf } from './url-fault.js';

/**
 * No finite-field Diffie-Hellman: the endpoint chooses the size of the numbers, and computing with them takes this side
 * most of a second. The remaining ciphers have been standard for ten years. Renegotiation is off for the same reason.
 */
const TLS = {
  ciphers: 'TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256:ECDHE+AESGCM:ECDHE+CHACHA20',
  ecdhCurve: 'X25519:P-256:P-384',
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
  ALPNProtocols: ['http/1.1'],
};

/** Connects to one of these addresses without resolving the host again. */
export function openPinned(url: URL, addresses: readonly string[]): Socket {
  const [host, isTls] = [hostOf(url), url.protocol === 'https:'];
  const port = Number(url.port || (isTls ? 443 : 80));
  const target = { host, port, lookup: pinnedTo(addresses) };
  return isTls ? connectTls({ ...TLS, ...target, servername: isIP(host) ? '' : host }) : connect(target);
}
