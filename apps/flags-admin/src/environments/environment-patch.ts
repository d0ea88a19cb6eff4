import type { UpdateEnvironmentRequest } from '@burgee/contracts/http';
import type { LockedEnvironment } from '../unit-of-work/lock-environment.js';
import { originOf } from './origin.js';

/**
 * The columns that an update sets. Fields that are left out keep their value. Null or an empty string clears the URL,
 * which is stored as its origin.
 * @throws invalid_request for a URL that is not a web address
 */
export function environmentPatch({ url, ...rest }: UpdateEnvironmentRequest): Partial<LockedEnvironment> {
  return { ...rest, ...(url !== undefined && { url: url ? originOf(url) : null }) };
}
