import { ApiError, unreachable } from '../../api/api-error.js';
import { texts } from '../../api/texts.js';

/** Whether the server has another release than this page, whose files then no longer exist. */
async function isOutdated(): Promise<boolean> {
  try {
    const served = await fetch('/');
    const own = document.querySelector<HTMLScriptElement>('script[type=module][src]');
    return served.ok && own !== null && !(await served.text()).includes(new URL(own.src).pathname);
  } catch {
    return false;
  }
}

/** Loads code when it is needed. @throws ApiError if loading fails, so that the caller can show it */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    if (await isOutdated()) throw new ApiError(0, 'unreadable', texts.updated, null);
    throw unreachable({ requestId: null, ofChange: false });
  }
}
