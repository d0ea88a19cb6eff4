import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { SECURITY_HEADERS } from '@burgee/contracts/wire';

const FILE = join(import.meta.dirname, '..', '..', '..', 'dashboard', 'dist', 'web', 'sdk.js');

function read(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Serves /sdk.js. Any page may load the library: it contains nothing secret. @returns false where it was not built */
export function createClientLibrary(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const [plain, br, gzip] = [read(FILE), read(`${FILE}.br`), read(`${FILE}.gz`)];
  return ({ headers, method }, response) => {
    if (!plain) return false;
    const accepted = String(headers['accept-encoding'] ?? '');
    const [encoding, packed] = accepted.includes('br') ? ['br', br] : accepted.includes('gzip') ? ['gzip', gzip] : [];
    const body = packed ?? plain;
    response.writeHead(200, {
      ...SECURITY_HEADERS,
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': body.length,
      'cache-control': 'public, max-age=3600',
      'access-control-allow-origin': '*',
      vary: 'accept-encoding',
      ...(packed && encoding && { 'content-encoding': encoding }),
    });
    response.end(method === 'HEAD' ? undefined : body);
    return true;
  };
}
