import { DomainError, HOST_CHARACTERS_AT_MOST, isWellFormedOrigin } from '@burgee/contracts/wire';

const refuse = (pointer: string, message: string, detail: string) =>
  new DomainError('invalid_request', message, { errors: [{ pointer, detail }] });

/**
 * The serialized origin of a registered URL. Browsers send this text, and gateways compare it character by character.
 * `URL` calls the origin of a scheme that it does not know "null", while apps send scheme, host and port.
 * @param pointer the field that has the URL
 */
export function originOf(url: string, pointer = '/url'): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed && parsed.hostname.length > HOST_CHARACTERS_AT_MOST)
    throw refuse(
      pointer,
      `The host of the URL is too long: at most ${HOST_CHARACTERS_AT_MOST} characters.`,
      `must have a host of at most ${HOST_CHARACTERS_AT_MOST} characters`,
    );
  const origin = parsed && `${parsed.protocol}//${parsed.host}`.toLowerCase();
  if (origin === undefined || parsed?.username || parsed?.password || !isWellFormedOrigin(origin))
    throw refuse(
      pointer,
      'The URL must be the address of one page or app, such as https://shop.example.com or capacitor://localhost.',
      'must be an address such as https://shop.example.com or capacitor://localhost, without a wildcard, user or password',
    );
  return origin;
}

/** The serialized origins of a list, each once. */
export const originsOf = (urls: readonly string[], pointer = '/more_origins'): string[] => [
  ...new Set(urls.map((url, index) => originOf(url, `${pointer}/${index}`))),
];
