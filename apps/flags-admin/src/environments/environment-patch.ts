import type { UpdateEnvironmentRequest } from '@burgee/contracts/http';
import type { LockedEnvironment } from '../unit-of-work/lock-environment.js';
import { originOf, originsOf } from './origin.js';

/**
 * The columns that an update sets. Fields that are left out keep their value. Null or an empty string clears the URL.
 * URLs are stored as their origins.
 * @throws invalid_request for a URL that is not the address of a page or app
 */
export function environmentPatch<T extends Pick<UpdateEnvironmentRequest, 'url' | 'more_origins'>>({
  url,
  more_origins: more,
  ...rest
}: T): Omit<T, 'url' | 'more_origins'> & Partial<Pick<LockedEnvironment, 'url' | 'more_origins'>> {
  return {
    ...rest,
    ...(url !== undefined && { url: url ? originOf(url) : null }),
    ...(more !== undefined && { more_origins: originsOf(more) }),
  };
}
