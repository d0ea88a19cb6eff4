import { pipeline, type Readable } from 'node:stream';
import { createGzip } from 'node:zlib';

/** Smaller answers fit into one packet as they are. */
const WORTH_BYTES = 1_400;
/** What zlib takes in memory for one. */
export const COMPRESSING_BYTES = 300_000;
const GATEWAYS_OWN = ['/api/v1/', '/ofrep/', '/unleash/api/'];

/** Whether the sdk-gateway answers it, which compresses its answers itself. */
export const isOfSdkGateway = (url: string): boolean => GATEWAYS_OWN.some((start) => url.startsWith(start));

interface Answer {
  method: string;
  url: string;
  acceptEncoding: string | undefined;
  status: number;
  headers: Readonly<Record<string, string | number | string[] | undefined>>;
}

const takesGzip = (accepted = '') => /(^|[\s,])gzip\s*(;(?!\s*q=0(\.0*)?\s*(,|$))|,|$)/i.test(accepted);

/**
 * Whether an answer of a service is compressed on its way. Those that hold keys are not, which services say by `no-transform`: the
 * length of what is compressed tells of its content.
 */
export function isCompressed({ method, url, acceptEncoding, status, headers }: Answer): boolean {
  const { 'content-type': type = '', 'content-encoding': encoding, 'cache-control': caching = '' } = headers;
  return (
    method === 'GET' &&
    status === 200 &&
    !isOfSdkGateway(url) &&
    String(type).startsWith('application/json') &&
    encoding === undefined &&
    !String(caching).includes('no-transform') &&
    Number(headers['content-length'] ?? Infinity) >= WORTH_BYTES &&
    takesGzip(acceptEncoding)
  );
}

/** Compresses in the thread pool of zlib, not on the event loop. A source that breaks off breaks the answer off. */
export function compress(source: Readable): Readable {
  const gzip = createGzip();
  pipeline(source, gzip, () => undefined);
  return gzip;
}
