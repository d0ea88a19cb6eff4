import { DomainError, HOST_CHARACTERS_AT_MOST } from '@burgee/contracts/wire';

/**
 * The serialized origin of a registered URL. Browsers send this text, and gateways compare it character by character.
 */
export function originOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const usable = parsed && ['http:', 'https:'].includes(parsed.protocol) && !parsed.username && !parsed.password;
  if (!usable)
    throw new DomainError('invalid_request', 'The URL must be a web address such as https://shop.example.com.', {
      errors: [{ pointer: '/url', detail: 'must be an http or https address without a user or password' }],
    });
  if (parsed.hostname.length > HOST_CHARACTERS_AT_MOST)
    throw new DomainError(
      'invalid_request',
      `The host of the URL is too long: at most ${HOST_CHARACTERS_AT_MOST} characters.`,
      {
        errors: [{ pointer: '/url', detail: `must have a host of at most ${HOST_CHARACTERS_AT_MOST} characters` }],
      },
    );
  return parsed.origin;
}
