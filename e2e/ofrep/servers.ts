import { sharedCluster } from '@burgee/testing';

/** Something that answers OFREP for the projects of the shared cluster. */
export interface Server {
  url: string;
  /** Whether a decision sees a change as soon as it is acknowledged (P1); otherwise soon. */
  isStrict: boolean;
  stop(): Promise<void>;
}

const ofCluster = (url: string) => async (): Promise<Server> => ({ url, isStrict: true, stop: async () => undefined });

/** What providers are tried against, by name. */
export const SERVERS: [string, () => Promise<Server>][] = [
  ['the public address', ofCluster(sharedCluster().url)],
  ['an sdk-gateway', ofCluster(sharedCluster().services['sdk-gateway-1']!.url)],
];
