import { edit, type Mutant } from '../mutant.js';

/** Ways past sign-in, sessions and passwords. */
export const AUTH_MUTANTS: Mutant[] = [
  {
    name: 'a session that opens without comparing the version',
    here: 'sign-in takes the password that it has compared for the present one',
    edits: [
      edit(
        'apps/auth/src/sessions/session.repository.ts',
        'and password_version = ${user.passwordVersion} for share',
        'for share',
      ),
    ],
    suite: 'apps/auth/src/sign-in/change-during-sign-in.int.spec.ts',
    killer: 'S9 after the compare and before the session: no session, and the answer to a wrong password',
  },
  {
    name: 'sessions without number',
    here: 'an account has as many sessions as it signs in, and the rows of those that have ended for a week',
    edits: [
      edit(
        'apps/auth/src/sessions/session.repository.ts',
        'where user_id = (select id from compared) and id not in (select id from kept)',
        'where false and id not in (select id from kept)',
      ),
    ],
    suite: 'apps/auth/src/sessions/session.repository.int.spec.ts',
    killer: 'S8 signs in, and the session that began first is over',
  },
  {
    name: 'a list of sessions without pages',
    edits: [
      edit('apps/auth/src/sessions/session.repository.ts', 'limit ${limit + 1}`', 'limit ${1e6 + limit}`'),
      edit('apps/auth/src/sessions/session.repository.ts', 'rows.slice(0, limit)', 'rows'),
    ],
    suite: 'apps/auth/src/sessions/session.repository.int.spec.ts',
    killer: 'has a hundred on a page',
  },
  {
    name: 'one shared queue',
    here: 'registrations and sign-ins wait for a hash in the same queue',
    edits: [
      edit(
        'apps/auth/src/passwords/password-hasher.ts',
        'inTurn<T>({ queue, address }: Caller',
        'inTurn<T>({ address }: Caller',
      ),
      edit('apps/auth/src/passwords/password-hasher.ts', 'this.queues[queue].run(', "this.queues['sign-in'].run("),
    ],
    suite: 'apps/auth/src/passwords/password-hasher.spec.ts',
    killer: 'a sign-in begins at once, while 26 registrations from 26 addresses wait',
  },
  {
    name: 'turns by block alone',
    here: 'a network with hundreds of blocks has hundreds of turns for a hash',
    edits: [
      edit('apps/auth/src/passwords/password-hasher.ts', 'import { addressNetworks, ', 'import { addressBlock, '),
      edit('apps/auth/src/passwords/password-hasher.ts', 'addressNetworks(address)', '[addressBlock(address)]'),
    ],
    suite: 'apps/auth/src/passwords/password-hasher.spec.ts',
    killer: 'has one turn at a time, beside ',
  },
  {
    name: 'emails compared in lower case alone',
    here: 'an international domain and its ASCII form are two accounts',
    edits: [
      edit('libs/contracts/src/wire/email-key.ts', "NO_DOMAIN.test(domain) ? '' : domainToASCII(domain)", "''"),
      edit('libs/contracts/src/wire/email-key.ts', "import { domainToASCII } from 'node:url';\n\n", ''),
      edit(
        'libs/contracts/src/wire/email-key.ts',
        '/** What `domainToASCII` would read as the end of a domain, or as an escape: such text is no domain. */\n' +
          'const NO_DOMAIN = /[\\s%/:?#@[\\]\\\\^|<>]/;\n\n',
        '',
      ),
    ],
    suite: 'apps/auth/src/persistence/email-keys.int.spec.ts',
    killer: 'are found by every spelling of their address',
  },
  {
    name: 'limits that Redis alone counts',
    here: 'whoever fills Redis with large flag sets evicts the counters, and guesses on',
    edits: [
      edit(
        'apps/auth/src/limits/counted-twice.ts',
        'Promise.allSettled([work(this.own), work(this.shared)])',
        'Promise.allSettled([work(this.own).catch(() => undefined), work(this.shared)])',
      ),
    ],
    suite: 'apps/auth/src/limits/sign-in-limits.spec.ts',
    killer: 'a process accepts no more guesses at one account',
  },
];
