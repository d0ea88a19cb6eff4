import { isIP } from 'node:net';
import { checkServerIdentity, type ConnectionOptions, type PeerCertificate } from 'node:tls';
import { natsInbox } from '@burgee/contracts/wire';
import { givesTls, natsServers, tlsFiles, tlsOptions } from '@burgee/process-kit';
import {
  credsAuthenticator,
  nkeyAuthenticator,
  type NodeConnectionOptions,
  type TlsOptions,
} from '@nats-io/transport-node';

/** The settings for the connection to NATS. */
export interface NatsConfig {
  NATS_URL: string;
  NATS_CA?: string;
  NATS_CERT?: string;
  NATS_KEY?: string;
  NATS_CREDS?: string;
  NATS_NKEY?: string;
}

const bytes = (text: string) => new TextEncoder().encode(text);

function credentials({ NATS_CREDS, NATS_NKEY, NATS_URL }: NatsConfig): NodeConnectionOptions {
  if (NATS_CREDS) return { authenticator: credsAuthenticator(bytes(NATS_CREDS)) };
  if (NATS_NKEY) return { authenticator: nkeyAuthenticator(bytes(NATS_NKEY)) };
  const { user, password, token } = natsServers(NATS_URL);
  return { ...(user && { user, pass: password }), ...(token && { token }) };
}

/** For an IP address, the client has no host name to verify; the certificate may be for any of our servers. */
function identify(servers: string[]): Pick<ConnectionOptions, 'checkServerIdentity'> {
  const hosts = servers.map((server) => new URL(`nats://${server}`).hostname.replace(/^\[(.*)\]$/, '$1'));
  const addresses = hosts.filter((host) => isIP(host));
  return {
    checkServerIdentity: (name: string, certificate: PeerCertificate) => {
      const error = checkServerIdentity(name, certificate);
      return addresses.some((address) => !checkServerIdentity(address, certificate)) ? undefined : error;
    },
  };
}

/**
 * Settings with which a NATS connection survives its server: it always reconnects, even when NATS refuses its
 * credentials, and notices a paused server within 10 s. With the defaults it closes for good after ten attempts or two
 * refusals, and takes minutes to notice a pause.
 */
export function natsOptions(config: NatsConfig, name: string): NodeConnectionOptions {
  const { servers, tls } = natsServers(config.NATS_URL);
  const files = tlsFiles(config, 'NATS');
  return {
    servers,
    ...credentials(config),
    ...((tls || givesTls(files)) && { tls: { ...tlsOptions(files), ...identify(servers) } as TlsOptions }),
    name: `burgee ${name}`,
    inboxPrefix: natsInbox(name),
    ignoreAuthErrorAbort: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    pingInterval: 5_000,
    maxPingOut: 1,
    timeout: 2_000,
  };
}
