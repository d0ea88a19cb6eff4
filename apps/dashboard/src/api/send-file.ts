/** How much of a file the browser has sent. */
export interface Sent {
  bytes: number;
  of: number;
}

/** `fetch` for a file, with its progress, which browsers report for XMLHttpRequest only. */
export function sendFile(path: string, init: RequestInit, onSent: (sent: Sent) => void): Promise<Response> {
  const request = new XMLHttpRequest();
  request.open(init.method ?? 'POST', path);
  for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
  return new Promise((resolve, reject) => {
    const fail = () => reject(new TypeError('The request failed.'));
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent({ bytes: loaded, of: total }));
    request.addEventListener('load', () => {
      const { status, responseText } = request;
      const requestId = request.getResponseHeader('x-request-id');
      const headers: Record<string, string> = requestId === null ? {} : { 'x-request-id': requestId };
      resolve(new Response(responseText || null, { status, headers }));
    });
    for (const failure of ['error', 'abort']) request.addEventListener(failure, fail);
    init.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(init.body as Blob);
  });
}
