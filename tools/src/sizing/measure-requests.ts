import autocannon from 'autocannon';
import { SWITCHES } from '../bench/decision-fixture.js';
import { costOf, type Pids } from './cost-of.js';

const CONNECTIONS = 32;
const WARM_UP_SECONDS = 3;
const SECONDS = 6;
const FLAGS = '/api/v1/flags';
const BULK = '/ofrep/v1/evaluate/flags';
/** The first that takes deciding. */
const DECIDED = `${BULK}/flag-${String(SWITCHES).padStart(3, '0')}`;

type Options = Omit<autocannon.Options, 'url'> & { path: string };

async function load(url: string, { path, ...options }: Options, duration: number): Promise<number> {
  const result = await autocannon({ url: url + path, connections: CONNECTIONS, duration, ...options });
  const answered = result['2xx'] + result['3xx'];
  if (result.errors > 0 || answered !== result.requests.total)
    throw new Error(`${path} gave ${result.errors} errors and ${result.requests.total - answered} other answers.`);
  return answered;
}

interface Requests<Name extends string> {
  read: Record<Name, number>;
  notModified: Record<Name, number>;
  decision: Record<Name, number>;
  bulkDecision: Record<Name, number>;
}

/** Seconds of processor time of each kind of request, in each of these processes. */
export async function measureRequests<Name extends string>(
  url: string,
  sdkKey: string,
  pids: Pids<Name>,
): Promise<Requests<Name>> {
  const headers = { 'x-sdk-key': sdkKey };
  const { headers: answered } = await fetch(url + FLAGS, { headers: { ...headers, 'accept-encoding': 'identity' } });
  const decide: Omit<Options, 'path'> = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ context: { targetingKey: 'user-1', country: 'NO', plan: 'pro' } }),
  };
  const cost = async (options: Options) => {
    await load(url, options, WARM_UP_SECONDS);
    return costOf(pids, () => load(url, options, SECONDS));
  };
  return {
    read: await cost({ path: FLAGS, headers }),
    notModified: await cost({ path: FLAGS, headers: { ...headers, 'if-none-match': answered.get('etag') ?? '' } }),
    decision: await cost({ path: DECIDED, ...decide }),
    bulkDecision: await cost({ path: BULK, ...decide }),
  };
}
