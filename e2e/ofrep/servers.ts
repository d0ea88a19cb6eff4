import { type Project, sharedCluster, startEdge } from '@burgee/testing';

/** Something that answers OFREP for the projects of the shared cluster. */
export interface Server {
  url: string;
  /** Whether it knows a change, and a new key, as soon as that is acknowledged (P1, P5); otherwise soon. */
  isStrict: boolean;
  stop(): Promise<void>;
}

const ofCluster = (url: string) => async (): Promise<Server> => ({ url, isStrict: true, stop: async () => undefined });

/** It is given the SDK key of the project, and those that replace it are brought by callers. */
const anEdge = async ({ development }: Project): Promise<Server> => {
  const UPSTREAM_URLS = sharedCluster().services['sdk-gateway-1']!.url;
  const { url, stop } = await startEdge({ UPSTREAM_URLS, SDK_KEYS: development.sdk_key, ACCEPT_KEYS: 'on' });
  return { url, isStrict: false, stop };
};

/** What providers are tried against, by name; each is started for one project. */
export const SERVERS: [string, (project: Project) => Promise<Server>][] = [
  ['the public address', ofCluster(sharedCluster().url)],
  ['an sdk-gateway', ofCluster(sharedCluster().services['sdk-gateway-1']!.url)],
  ['an edge', anEdge],
];
