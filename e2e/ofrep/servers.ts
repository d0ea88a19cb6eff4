import { type Project, sharedCluster, startEdge } from '@burgee/testing';

/** A server that answers OFREP for the projects of the shared cluster. */
export interface Server {
  url: string;
  /** Whether it sees a change, and a new key, as soon as they are acknowledged (P1, P5), or only soon after. */
  isStrict: boolean;
  stop(): Promise<void>;
}

const ofCluster = (url: string) => async (): Promise<Server> => ({ url, isStrict: true, stop: async () => undefined });

/** An edge configured with the project's SDK key. It gets the keys that replace that one from its clients. */
const anEdge = async ({ development }: Project): Promise<Server> => {
  const UPSTREAM_URLS = sharedCluster().services['sdk-gateway-1']!.url;
  const { url, stop } = await startEdge({ UPSTREAM_URLS, SDK_KEYS: development.sdk_key, ACCEPT_KEYS: 'on' });
  return { url, isStrict: false, stop };
};

/** The servers to test providers against, by name; each starts for one project. */
export const SERVERS: [string, (project: Project) => Promise<Server>][] = [
  ['the public address', ofCluster(sharedCluster().url)],
  ['an sdk-gateway', ofCluster(sharedCluster().services['sdk-gateway-1']!.url)],
  ['an edge', anEdge],
];
