import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { credentialsIn, kindOfKey, MIN_POSITION_HEADER } from '@burgee/contracts/wire';
import { eventually } from '../eventually.js';

/** The lane `edge`: what applications ask is asked of edges, in the bounded profile. */
export interface EdgeProfile {
  /** The second follows the first. */
  edges: readonly string[];
  /** A replica of the gateway, which the first edge follows. */
  gateway: string;
  /** The public address; there too, what applications ask is asked of an edge. */
  url: string;
}

export function edgeProfile(): EdgeProfile | undefined {
  const text = process.env.BURGEE_TEST_EDGES;
  return text === undefined ? undefined : (JSON.parse(text) as EdgeProfile);
}

const isSdkPath = (path: string) => ['/api/v1/', '/ofrep/', '/unleash/api/'].some((start) => path.startsWith(start));
const READS = ['/api/v1/flags', '/ofrep/v1/evaluate/', '/unleash/api/client/features', '/unleash/api/frontend'];
const isRead = (path: string) => READS.some((start) => path.startsWith(start));
const positionIn = (tag: string | null) => /[0-9a-z]+-\d+/.exec(tag ?? '')?.[0];

interface Known {
  status: number;
  /** The environment's keys and origins; '' if the key may not read them. */
  access: string;
  position: string | undefined;
}

/** The state of a key at an address: whether it works, the keys and origins, and the flags' position. */
async function knownOf(base: string, key: string): Promise<Known> {
  if (kindOfKey(key) === 'client') {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const body = JSON.stringify({ context: {} });
    const answer = await fetch(`${base}/ofrep/v1/evaluate/flags`, { method: 'POST', headers, body });
    await answer.arrayBuffer();
    return { status: answer.status, access: '', position: positionIn(answer.headers.get('etag')) };
  }
  const headers = { 'x-sdk-key': key };
  const access = await fetch(`${base}/api/v1/edge/access`, { headers });
  const flags = await fetch(`${base}/api/v1/flags`, { method: 'HEAD', headers });
  return { status: access.status, access: await access.text(), position: positionIn(flags.headers.get('etag')) };
}

/** Resolves when the edge knows of a key what the gateway knows. */
function caughtUp({ gateway }: EdgeProfile, edge: string, key: string): Promise<Known> {
  const accessOf = ({ status, access }: Known) => (status === 200 ? access : '');
  return eventually(async () => {
    const there = await knownOf(gateway, key);
    const here = await knownOf(edge, key);
    if (here.status !== there.status || accessOf(here) !== accessOf(there))
      throw new Error(`the edge does not know what the gateway does: ${JSON.stringify([here, there])}`);
    return there;
  });
}

/** Adds the SDK keys that tests create to the edges, as an operator would. */
export async function introduce(body: unknown): Promise<void> {
  const profile = edgeProfile();
  if (!profile) return;
  const { environments = [], ...one } = Object(body) as { environments?: unknown[] };
  for (const { sdk_key } of [one, ...environments].map((each) => Object(each) as { sdk_key?: string }))
    if (sdk_key !== undefined)
      for (const edge of profile.edges)
        await fetch(`${edge}/api/v1/edge/access`, { headers: { 'x-sdk-key': sdk_key } });
}

/**
 * Where a request goes, and with which headers. In the lane `edge`, what an application asks goes to an edge that has learned what was
 * written, with the position that it must not be older than.
 */
export async function inProfile(
  base: string,
  path: string,
  headers: OutgoingHttpHeaders,
): Promise<{ base: string; headers: OutgoingHttpHeaders }> {
  const profile = edgeProfile();
  const edge = base === profile?.url && isSdkPath(path) ? profile.edges[0] : base;
  if (!profile || edge === undefined || !profile.edges.includes(edge)) return { base, headers };
  const [key, ...others] = credentialsIn(headers as IncomingHttpHeaders, path);
  if (key === undefined || others.length > 0 || kindOfKey(key) === undefined) return { base: edge, headers };
  const { position } = await caughtUp(profile, edge, key);
  const min = position !== undefined && isRead(path) && { [MIN_POSITION_HEADER]: position };
  return { base: edge, headers: { ...min, ...headers } };
}
