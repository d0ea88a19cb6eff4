import type {
  AdministeredProjectView,
  MailStateView,
  RegistrationView,
  TriedProviderView,
} from '@burgee/contracts/http';
import { formatNumber } from '../../feedback/format.js';

type Mode = RegistrationView['mode'];

const counted = (count: number, one: string, many = `${one}s`) => `${formatNumber(count)} ${count === 1 ? one : many}`;
const firstOf = (shown: string, hasMore: boolean) => (hasMore ? `The first ${shown}` : shown);

/** As auth decides it: the address counts as proven where the provider vouches for it, and is trusted to. */
function standing(email: string, isVerified: boolean, domains: readonly string[]): string {
  if (!isVerified) return 'not verified';
  const isTrusted = domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
  return isTrusted ? 'which counts as proven' : 'which does not count as proven: its domain is not trusted';
}

/** The texts of Administration. */
export const texts = {
  title: 'Administration',
  tab: (page: string) => `${page} · Administration`,
  accounts: 'Accounts',
  projects: 'Projects',
  tokens: 'API tokens',
  registration: 'Registration',
  operations: 'Operations',
  providers: 'Providers',
  loading: 'Loading',
  clearSearch: 'Clear search',
  showMore: 'Show more',
  showAll: (count: number) => `Show all ${formatNumber(count)}`,
  save: 'Save',

  accountsLead: 'Everyone who can sign in to this installation, newest first.',
  searchAccounts: 'Search accounts',
  searchAccountsHint: 'Search by name or email',
  which: 'Which accounts',
  only: [
    { value: '', label: 'All accounts' },
    { value: 'administrators', label: 'Administrators' },
    { value: 'disabled', label: 'Disabled' },
  ],
  accountCount: (shown: number, hasMore: boolean) => firstOf(counted(shown, 'account'), hasMore),
  accountsFailed: 'The accounts could not be loaded',
  noAccount: 'No account matches your search.',
  you: 'you',
  administrator: 'administrator',
  disabled: 'disabled',
  noSignIn: 'no sign-in recorded',
  signedIn: (by: string | null) => (by === null ? 'signed in {when}' : `signed in {when} by ${by}`),

  oneAccount: 'Account',
  noSuchAccount: 'There is no such account',
  accountFailed: 'The account could not be loaded',
  registered: 'Registered {when}',
  disabledSince: 'disabled {when}',
  accountId: (id: string) => `Account ID ${id}`,
  idToCopy: 'account ID',
  roleIn: (role: string, environment: string) => `${role} in ${environment}`,
  noProjects: 'Member of no project.',
  sessions: 'Sessions',
  noSessions: 'Signed in nowhere.',
  sessionTimes: 'since {start}, expires {end}',

  deeds: {
    type: 'Type {word}, the email of the account',
    title: 'Manage this account',
    listed: 'ADMINISTRATORS of auth lists this account, so only the operator can make it administrator no longer.',
    reset: (name: string) => ({
      title: `Make a reset link for ${name}?`,
      does: 'Whoever has the link can set a new password once within an hour, which ends every session and every earlier link.',
      action: 'Make a reset link',
      done: 'The reset link is ready',
    }),
    end: (name: string) => ({
      title: `End all sessions of ${name}?`,
      does: `${name} is signed out everywhere at once and can sign in again.`,
      action: 'End all sessions',
      done: `${name} is signed out everywhere`,
    }),
    disable: (name: string) => ({
      title: `Disable the account of ${name}?`,
      does: `${name} is signed out everywhere and cannot sign in until the account is enabled; its webhooks and invitations end for good.`,
      action: 'Disable',
      done: `The account of ${name} is disabled`,
    }),
    enable: (name: string) => ({
      title: `Enable the account of ${name}?`,
      does: `${name} can sign in again, with the same roles; webhooks and invitations do not come back.`,
      action: 'Enable',
      done: `The account of ${name} is enabled`,
    }),
    grant: (name: string) => ({
      title: `Make ${name} administrator?`,
      does: `${name} can then manage all accounts, own any project and change who may register.`,
      action: 'Make administrator',
      done: `${name} is now administrator`,
    }),
    withdraw: (name: string) => ({
      title: `Make ${name} administrator no longer?`,
      does: `${name} keeps the account and its projects but no longer sees Administration.`,
      action: 'Withdraw administrator',
      done: `${name} is administrator no longer`,
    }),
    remove: (name: string) => ({
      title: `Delete the account of ${name}?`,
      does: 'Its sessions, memberships, webhooks and invitations end for good, and its name and email are forgotten; histories keep its ID.',
      action: 'Delete account',
      done: `The account of ${name} is deleted`,
    }),
  },

  linkTitle: (name: string) => `Send this link to ${name}`,
  linkLabel: 'Reset link',
  linkHint: 'It sets a new password once and expires {when}. It is shown only now.',

  projectsLead:
    'Those without an owner who can sign in come first. You see no flags of projects that you are not a member of.',
  searchProjects: 'Search projects',
  searchProjectsHint: 'Search by name',
  projectCount: (shown: number, hasMore: boolean) => firstOf(counted(shown, 'project'), hasMore),
  projectsFailed: 'The projects could not be loaded',
  noProject: 'No project matches your search.',
  noProjectYet: 'There are no projects yet.',
  noOwner: 'no owner',
  owners: (count: number) => (count === 1 ? 'Owner ' : 'Owners '),
  size: ({ members, environments, flags }: AdministeredProjectView) =>
    [counted(members, 'member'), counted(environments, 'environment'), counted(flags, 'flag')].join(', '),
  open: 'Open ',
  becomeOwner: 'Become owner',
  ownNamed: (project: string) => `Become owner of ${project}`,
  own: (project: string) => ({
    title: `Become an owner of ${project}?`,
    does: 'You can then see and change everything in it; its history says so, and its owners get a notice.',
    action: 'Become owner',
    done: `You are an owner of ${project}`,
  }),

  mail: {
    title: 'Mail',
    failed: 'The state of mail could not be loaded',
    off: 'This installation sends no mail. The operator can set SMTP_URL and MAIL_FROM of auth.',
    on: ({ from, waiting, given_up }: MailStateView) =>
      `Mail is sent as ${from}. Waiting: ${waiting}. Given up in the last week: ${given_up}.`,
    lastError: (error: string) => `The last error: ${error}`,
    test: 'Send me a test mail',
    testSent: 'A test mail is on its way',
    testSentHint: 'If it does not come, this page shows the error.',
    testFailed: 'No test mail was sent',
  },

  provider: {
    lead: 'The providers that sign people in, as the settings of auth name them.',
    failed: 'The providers could not be read',
    notTried: 'The provider could not be tried',
    because: (failure: string) => `The provider did not work: ${failure}`,
    none: 'No provider is configured.',
    passwordsOff: 'Passwords do not sign in: PASSWORD_SIGN_IN is off.',
    answers: 'It answers.',
    down: 'It does not answer now, or not as this provider.',
    issuer: 'Issuer',
    domains: 'Trusted for',
    noDomains: 'no domain',
    groupsClaim: 'Claim with groups',
    redirectUri: 'Redirect address',
    afterLogout: 'Address after logout',
    logoutUri: 'Back-channel logout address',
    try: (name: string) => `Try ${name}`,
    works: (
      { id, name }: { id: string; name: string },
      { email, is_verified, groups }: TriedProviderView,
      domains: readonly string[],
    ) =>
      [
        `Sign in with ${name} works: ${groups === null ? `it told no groups, and OIDC_${id}_SCOPES may have to ask for them` : `groups ${groups.join(', ') || 'none'}`}.`,
        `Address: ${email === null ? 'none' : `${email}, ${standing(email, is_verified, domains)}`}.`,
      ].join(' '),
  },
  mode: {
    lead: 'Who may create an account on this installation.',
    failed: 'Who may register could not be loaded',
    label: 'Who may register',
    name: { open: 'Anyone', domain: 'By domain', invite: 'By invitation', closed: 'No one' } satisfies Record<
      Mode,
      string
    >,
    does: {
      open: 'Everyone who reaches this page can register.',
      domain: 'People register with an address of some domains.',
      invite: 'People register with an invitation to a project, one account for each link.',
      closed: 'The operator can still make accounts.',
    } satisfies Record<Mode, string>,
    doesByDomain: (domains: readonly string[]) =>
      domains.length === 0
        ? 'The operator names the domains: REGISTRATION_DOMAINS of auth.'
        : `People register with an address of ${domains.join(', ')}, and prove it by mail.`,
    stricter: (setting: Mode) => `REGISTRATION=${setting} of auth allows no more. The operator can change it.`,
    change: (mode: Mode) => ({
      title: 'Change who may register?',
      does: {
        open: 'From now on, everyone who reaches this page can register.',
        domain: 'From now on, only people with an address of these domains, or an invitation, can register.',
        invite: 'From now on, only people with an invitation can register.',
        closed: 'From now on, no one can register; existing accounts stay.',
      }[mode],
      action: 'Change',
      done: 'Registration changed',
    }),
  },
};
