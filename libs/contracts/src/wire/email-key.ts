import { domainToASCII } from 'node:url';

/** What `domainToASCII` would read as the end of a domain, or as an escape: such text is no domain. */
const NO_DOMAIN = /[\s%/:?#@[\]\\^|<>]/;

function asciiDomain(domain: string): string {
  const ascii = NO_DOMAIN.test(domain) ? '' : domainToASCII(domain);
  return ascii || domain.toLowerCase();
}

const foldLetters = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * What two spellings of one email address have in common: two addresses are the same exactly if their keys are equal. The domain
 * is in its ASCII form (IDNA), in lower case. The local part is in NFC with A–Z in lower case; other letters keep their case.
 * Text that is no address has a key too.
 */
export function emailKey(email: string): string {
  const text = email.trim();
  const at = text.lastIndexOf('@');
  return `${foldLetters(text.slice(0, at + 1).normalize('NFC'))}${asciiDomain(text.slice(at + 1))}`;
}
