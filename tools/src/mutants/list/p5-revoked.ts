import { edit, type Mutant, rewrite } from '../mutant.js';

const SESSION_VIEWS = 'apps/auth/src/persistence/10-administrators-and-links.migration.ts';
const ROTATE_KEY = 'apps/flags-admin/src/environments/rotate-key.ts';
const EDGE_SOURCE_SPEC = 'apps/edge/src/source/upstream-flag-source.spec.ts';

/** P5: a rotated key and a session that was signed out open nothing once the call has returned. */
export const REVOKED_MUTANTS: Mutant[] = [
  {
    name: 'answer a key that was revoked while the flags were loaded',
    edits: [
      rewrite('libs/flag-serving/src/flags/flag-set-reader.ts', 'FlagSetReader.refusalSince', 'return undefined;'),
    ],
    suite: 'libs/flag-serving/src/flags/flags-handler.spec.ts',
    killer: 'refuses a client whose key was revoked during the wait for a load',
  },
  {
    name: 'write to a stream whose key has ended',
    edits: [
      edit(
        'libs/flag-serving/src/connection/stream-connection.ts',
        'StreamConnection.stop',
        'this.stopped = true;',
        '',
      ),
    ],
    suite: 'libs/flag-serving/src/connection/stream-connection.spec.ts',
    killer: 'S111 a stopped stream is sent nothing more',
  },
  {
    name: 'serve a key at an edge after its grace',
    edits: [
      edit('apps/edge/src/source/upstream-flag-source.ts', 'UpstreamFlagSource.find', 'known && known.isLive', 'known'),
    ],
    suite: EDGE_SOURCE_SPEC,
    killer: 'refuses a key that is unknown or past its grace period, unless it may be new',
  },
  {
    name: 'open a session for a password that was changed during sign-in',
    edits: [
      edit(
        'apps/auth/src/sessions/session.repository.ts',
        'SessionRepository.open',
        ' and password_version = ${user.passwordVersion}',
        '',
      ),
    ],
    suite: 'apps/auth/src/sign-in/change-during-sign-in.int.spec.ts',
    killer: 'S9 between the comparison and the session: the sign-in gets the answer to a wrong password',
  },
  {
    name: 'look sessions up on a standby',
    edits: [edit(SESSION_VIEWS, 'up', '\n        and auth.on_primary()', '')],
    suite: 'apps/auth/src/persistence/sessions-on-primary.int.spec.ts',
    killer: 'fail on a standby, even without a matching row',
  },
  {
    name: 'accept a session that was ended',
    edits: [edit(SESSION_VIEWS, 'up', 's.revoked_at is null and ', '')],
    suite: 'e2e/security/sessions.e2e-spec.ts ~S7',
    killer: 'S7 a session that is ended from another browser is over at once',
  },
  {
    name: 'accept a session of a disabled account',
    edits: [edit(SESSION_VIEWS, 'up', ' and u.disabled_at is null and u.removed_at is null', '')],
    suite: 'apps/auth/src/administration/administration.int.spec.ts',
    killer: 'sees a session of a disabled account nowhere, even one that auth of 0.1.0 opens',
  },
  {
    name: 'accept the old key for five seconds after a rotation without grace',
    edits: [
      edit(ROTATE_KEY, 'endCurrentKeys', 'graceSeconds > 0 ? LIVE_KEYS_AT_MOST - 1 : 0', 'LIVE_KEYS_AT_MOST - 1'),
      edit(ROTATE_KEY, 'endCurrentKeys', 'secs => ${graceSeconds})', 'secs => ${graceSeconds + 5})'),
    ],
    suite: 'e2e/security/sdk-access.e2e-spec.ts ~S22',
    killer: 'a rotated key is refused at every address once the answer is there, and its streams end',
  },
  {
    name: 'keep a rotated key that opens last known good answers',
    edits: [
      edit(
        'apps/sdk-gateway/src/serving.ts',
        'ServingLifecycle.onApplicationBootstrap',
        'this.maintenance.keysChanged(environmentId);',
        '',
      ),
    ],
    suite: 'e2e/faults/postgres-fails.fault-spec.ts ~F33',
    killer: 'F33: a key that was rotated away before, and not sent since, opens nothing',
  },
];
