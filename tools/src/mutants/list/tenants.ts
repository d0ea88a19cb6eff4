import { edit, type Mutant } from '../mutant.js';

const KEYS_SPEC = 'apps/flags-admin/src/environments/sdk-keys.int.spec.ts';
const TENANT_LIMITS_SPEC = 'apps/flags-admin/src/tenant-limits.int.spec.ts';

const SEND_TURNS_SPEC = 'libs/process-kit/src/tenants/send-turns.spec.ts';
const OPENINGS_SPEC = 'apps/sdk-gateway/src/tenants/stream-turns.spec.ts';
const PATH = '[account, keyHash, ...networks]';

/** Each lets one tenant take what belongs to others. */
export const TENANT_MUTANTS: Mutant[] = [
  {
    name: 'streams that are admitted first come, first served',
    edits: [edit('libs/flag-serving/src/stream/limits/stream-admission.ts', PATH, `${PATH}.slice(0, 0)`)],
    suite: OPENINGS_SPEC,
    killer: 'are admitted before those of one that asks for hundreds',
  },
  {
    name: 'streams that are admitted by key alone',
    here: 'a tenant with many keys has the turns of as many tenants',
    edits: [edit('libs/flag-serving/src/stream/limits/stream-admission.ts', PATH, `${PATH}.slice(1)`)],
    suite: OPENINGS_SPEC,
    killer: 'S39 of one tenant’s many keys wait behind each other',
  },
  {
    name: 'changes that are sent to all streams in one go',
    edits: [edit('libs/process-kit/src/tenants/send-turns.ts', 'took < SLICE_MILLISECONDS', 'true')],
    suite: SEND_TURNS_SPEC,
    killer: 'S63 leaves the event loop to others after each two milliseconds',
  },
  {
    name: 'sending that one tenant may do all the time',
    edits: [edit('libs/process-kit/src/tenants/send-turns.ts', 'spend(took)', 'spend(0)')],
    suite: SEND_TURNS_SPEC,
    killer: 'S63 one that has sent for longer than its share waits, and nobody else does',
  },
  {
    name: 'a page without a bound in bytes',
    edits: [edit('apps/flags-admin/src/flags/flag.query.ts', ' and (position = 1 or bytes <= ${PAGE_BYTES}::int)', '')],
    suite: `${TENANT_LIMITS_SPEC} ~page`,
    killer: 'ends at 100 kB, and the next one goes on from there',
  },
  {
    name: 'a quota counted without a lock',
    edits: [
      edit(
        'apps/flags-admin/src/quotas/quotas.ts',
        '    await manager.sql`select pg_advisory_xact_lock(${ACCOUNT_LOCK}::int, hashtext(${userId}))`;\n',
        '',
      ),
      edit(
        'apps/flags-admin/src/quotas/quotas.ts',
        "/** The first half of the advisory lock's key; the second half is the hash of the account's id. */\n" +
          'const ACCOUNT_LOCK = 0x0b02;\n',
        '',
      ),
    ],
    suite: `${TENANT_LIMITS_SPEC} ~quota`,
    killer: 'projects of one account',
  },
  {
    name: 'a quota that others fill',
    here: 'projects count for their owners, and anybody makes a member an owner',
    edits: [
      edit(
        'apps/flags-admin/src/quotas/quotas.ts',
        'from flags.projects where created_by = ${userId}`',
        "from flags.members where user_id = ${userId} and role = 'owner'`",
      ),
    ],
    suite: `${TENANT_LIMITS_SPEC} ~quota`,
    killer: 'is not used up by others, whatever they make an account an owner of',
  },
  {
    name: 'a list that no account pays for',
    edits: [
      edit(
        'apps/flags-admin/src/members/members.controller.ts',
        '  @LargeRead()\n  @ApiOkResponse({ type: [MemberView] })',
        '  @ApiOkResponse({ type: [MemberView] })',
      ),
      edit('apps/flags-admin/src/members/members.controller.ts', 'import { LargeRead, Refuses,', 'import { Refuses,'),
    ],
    suite: 'apps/flags-admin/src/large-reads.spec.ts',
    killer: 'waits for the turn of the account that asks, like every list',
  },
  {
    name: 'a full flag set refuses toggles',
    edits: [
      edit(
        'apps/flags-admin/src/quotas/flag-set-size.ts',
        'if (growth <= 0 || bytes',
        'if (Number.isNaN(growth) || bytes',
      ),
    ],
    suite: 'apps/flags-admin/src/quotas/flag-set-size.spec.ts',
    killer: 'never refuses a change by',
  },
  {
    name: 'large flag sets are loaded in the turns of small ones',
    edits: [
      edit(
        'libs/flag-serving/src/flag-set/flag-set-cache.ts',
        'this.takesTurn(environmentId) ? this.turns.large : this.turns.small',
        'this.turns.small',
      ),
    ],
    suite: 'libs/flag-serving/src/flag-set/flag-set-cache.spec.ts',
    killer: 'is loaded when it is the turn of its tenant',
  },
  {
    name: 'a snapshot that keeps its place while its tenant waits',
    edits: [
      edit(
        'libs/flag-serving/src/stream/environment-channel.ts',
        'if (context.takesTurn(environmentId)) release();',
        'void release;',
      ),
    ],
    suite: 'libs/flag-serving/src/stream/stream-registry.spec.ts',
    killer: 'loads the small flag sets of a new epoch, however many large ones wait',
  },
  {
    name: 'keys without number',
    here: 'each rotation with a grace adds a key that works',
    edits: [
      edit(
        'apps/flags-admin/src/environments/rotate-key.ts',
        'graceSeconds > 0 ? LIVE_KEYS_AT_MOST - 1 : 0',
        'graceSeconds > 0 ? LIVE_KEYS_AT_MOST * 1e6 : 0',
      ),
    ],
    suite: `${KEYS_SPEC} ~five that work`,
    killer: 'are five that work: a rotation ends the grace of the oldest',
  },
  {
    name: 'environments read with the keys of all tenants',
    edits: [
      edit(
        'apps/flags-admin/src/environments/environment.query.ts',
        'from flags.sdk_keys where environment_id = e.id and expires_at is null limit 1',
        'from flags.sdk_keys where environment_id::text = e.id::text and expires_at is null limit 1',
      ),
    ],
    suite: `${KEYS_SPEC} ~environments and their keys`,
    killer: 'are read from ranges of an index, however many keys this environment and others have',
  },
  {
    name: 'streams compared as sessions times projects',
    edits: [
      edit(
        'apps/flags-admin/src/project-events/project-stream.query.ts',
        'from unnest(${sessionIds}::uuid[], ${projectIds}::uuid[]) as open(session_id, project_id)',
        'from unnest(${sessionIds}::uuid[]) as a(session_id)\n' +
          '      cross join unnest(${projectIds}::uuid[]) as b(project_id)\n' +
          '      cross join lateral (select a.session_id, b.project_id) as open',
      ),
    ],
    suite: 'apps/flags-admin/src/project-events/project-stream.query.int.spec.ts',
    killer: 'are compared one by one: what is read grows with the streams, not with sessions times projects',
  },
  {
    name: 'streams that go on unchecked',
    edits: [
      edit(
        'apps/flags-admin/src/project-events/project-stream-registry.ts',
        'stream.permittedAt < since && ',
        'stream.permittedAt < -since && ',
      ),
    ],
    suite: 'apps/flags-admin/src/project-events/project-stream-registry.spec.ts',
    killer: 'ends the streams that nobody could check for ten seconds, with a warning, and no others',
  },
  {
    name: 'last known good files that keep every key',
    edits: [
      edit(
        'libs/flag-serving/src/fallback/fallback-memory.ts',
        'known.keys.size > KEYS_AT_MOST',
        'known.keys.size > 1e6 * KEYS_AT_MOST',
      ),
    ],
    suite: 'libs/flag-serving/src/fallback/fallback-store.spec.ts ~keeps no more keys',
    killer:
      'keeps no more keys of an environment than can have been used since one that works, in memory and in its file',
  },
  {
    name: 'a page of flags that are on reads those that are off',
    edits: [
      edit(
        'apps/flags-admin/src/persistence/13-ranges-of-keys-and-values.migration.ts',
        'flags.flag_values (flag_id) where is_enabled',
        'flags.flag_values (flag_id)',
      ),
    ],
    suite: 'apps/flags-admin/src/flags/flag-states.int.spec.ts',
    killer: 'a page of those that are on reads no value that is off, however many flags and environments there are',
  },
];
