import { edit, type Mutant } from '../mutant.js';

const EPOCHS_SPEC = 'apps/flags-admin/src/persistence/epochs-of-environments.int.spec.ts';
const EPOCHS = 'apps/flags-admin/src/persistence/5-epochs-of-environments.migration.ts';
const SESSION_VIEWS = 'apps/auth/src/persistence/5-sessions-on-primary.migration.ts';
const ROLE_VIEWS = 'apps/flags-admin/src/persistence/9-access-on-primary.migration.ts';
const CHANNEL_SPEC = 'libs/flag-serving/src/stream/environment-channel.spec.ts';

/** Ways in which one environment's tag, id or key, or one server's history, passes for another's. */
export const EPOCH_MUTANTS: Mutant[] = [
  {
    name: "an epoch without the environment's id",
    edits: [edit(EPOCHS, `environment::text || ' ' || installation_epoch`, 'installation_epoch')],
    suite: EPOCHS_SPEC,
    killer: 'belongs to one environment',
  },
  {
    name: 'an epoch without the timeline',
    edits: [edit(EPOCHS, ` || ' ' || flags.current_timeline(), 'UTF8'`, `, 'UTF8'`)],
    suite: EPOCHS_SPEC,
    killer: 'is another one on another timeline, before anything is written there',
  },
  {
    name: 'a promotion leaves the installation its epoch',
    here: 'writers do not compare the timeline: another server may have the same one',
    edits: [edit('apps/flags-admin/src/unit-of-work/on-own-timeline.ts', 'if (!row?.own) return', 'if (!row) return')],
    suite: EPOCHS_SPEC,
    killer: 'commits a new installation epoch first, once',
  },
  {
    name: 'a standby is believed',
    here: 'what it does not have yet is not there: a good key is refused',
    edits: [edit(EPOCHS, "onPrimary: 'flags.current_timeline() is not null'", "onPrimary: 'true'")],
    suite: EPOCHS_SPEC,
    killer: 'answers nothing, not even that there is no such row',
  },
  {
    name: 'a standby is believed about sessions',
    here: 'a session that was revoked goes on there',
    edits: [edit(SESSION_VIEWS, "this.replaceViews(runner, 'auth.on_primary()')", "this.replaceViews(runner, 'true')")],
    suite: 'apps/auth/src/persistence/sessions-on-primary.int.spec.ts',
    killer: 'of a standby are not believed, not even when there is no such row',
  },
  {
    name: 'a standby is believed about roles',
    here: 'a member who was removed keeps the role there',
    edits: [edit(ROLE_VIEWS, "this.replaceViews(runner, 'flags.on_primary()')", "this.replaceViews(runner, 'true')")],
    suite: EPOCHS_SPEC,
    killer: 'says nothing of members and flags either',
  },
  {
    name: 'answers that do not vary by the key',
    edits: [
      edit(
        'libs/contracts/src/wire/names.ts',
        "'Origin, Accept-Encoding, X-SDK-Key, X-API-Key, Authorization'",
        "'Origin, Accept-Encoding'",
      ),
    ],
    suite: 'e2e/security/sdk-access.e2e-spec.ts ~S28',
    killer: 'S28 every answer varies by origin, encoding and key',
  },
  {
    name: 'a new epoch for all streams in one go',
    edits: [
      edit('libs/flag-serving/src/stream/snapshot-pacer.ts', 'STREAMS_AT_ONCE = 36', 'STREAMS_AT_ONCE = Infinity'),
    ],
    suite: CHANNEL_SPEC,
    killer: 'a new epoch reaches many streams some at a time',
  },
  {
    name: 'a new epoch passes by a client that does not read',
    edits: [
      edit('libs/flag-serving/src/stream/environment-channel.ts', '      connection.needsSnapshot = true;\n', ''),
    ],
    suite: CHANNEL_SPEC,
    killer: 'a client that does not read while an epoch begins gets the snapshot when it does',
  },
];
