import { unreachable } from '../api/api-error.js';

/** Code that is loaded when it is needed. @throws ApiError when it does not come, for what waits for it to say so */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    throw unreachable(null);
  }
}
