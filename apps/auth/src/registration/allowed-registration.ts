import type { RegistrationMode } from '../persistence/installation.js';

const FROM_OPEN_TO_CLOSED: readonly RegistrationMode[] = ['open', 'domain', 'invite', 'closed'];
const strictness = (mode: RegistrationMode) => FROM_OPEN_TO_CLOSED.indexOf(mode);

/** Who may register: what an administrator chose, but never more than the setting allows. */
export function allowedRegistration(setting: RegistrationMode, chosen: RegistrationMode | null): RegistrationMode {
  return chosen !== null && strictness(chosen) > strictness(setting) ? chosen : setting;
}

/** Whether a choice would be more open than the setting. */
export const isMoreOpen = (chosen: RegistrationMode, setting: RegistrationMode): boolean =>
  strictness(chosen) < strictness(setting);

/** Whether an address is of one of the domains. Subdomains are other domains. */
export function isOfDomain(email: string, domains: readonly string[]): boolean {
  return domains.includes(
    email
      .slice(email.lastIndexOf('@') + 1)
      .trim()
      .toLowerCase(),
  );
}
