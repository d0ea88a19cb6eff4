import { ApiError, unreachable } from '../api/api-error.js';

/** Whether another release is served than this page is of: then what it asks for is not there any more. */
async function isOutdated(): Promise<boolean> {
  try {
    const served = await fetch('/');
    const own = document.querySelector<HTMLScriptElement>('script[type=module][src]');
    return served.ok && own !== null && !(await served.text()).includes(new URL(own.src).pathname);
  } catch {
    return false;
  }
}

/** Code that is loaded when it is needed. @throws ApiError when it does not come, for what waits for it to say so */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    if (await isOutdated())
      throw new ApiError(0, 'unreadable', 'Burgee has been updated. Reload this page to go on.', null);
    throw unreachable({ requestId: null, ofChange: false });
  }
}
