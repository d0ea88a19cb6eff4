import type { IncomingMessage } from 'node:http';
import { DomainError } from '@burgee/contracts/wire';

const JSON_TYPE = 'application/json';

/**
 * Refuses text and forms, which a page of any site can send without a preflight. OpenFeature's provider for Go sends no
 * type; no form does that.
 * @throws unsupported_media_type
 */
export function refuseOtherTypes({ headers }: IncomingMessage): void {
  const [type = ''] = (headers['content-type'] ?? JSON_TYPE).split(';', 1);
  const isPlain = [undefined, 'identity'].includes(headers['content-encoding']);
  if (!isPlain || type.trim().toLowerCase() !== JSON_TYPE)
    throw new DomainError('unsupported_media_type', 'Send JSON as application/json, without a Content-Encoding.');
}
