/** @throws a sentence with the address when nothing answers there, where `fetch` says that it failed */
export async function fetchFrom(url: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: string; message?: string } };
    throw new Error(`${url} cannot be reached: ${cause?.code ?? cause?.message ?? message}.`, { cause: error });
  }
}
