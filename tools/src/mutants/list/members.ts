import { edit, type Mutant } from '../mutant.js';

const LOCK_ACTOR = 'apps/flags-admin/src/unit-of-work/lock-actor.ts';
const INVITATIONS_SPEC = 'e2e/interface/invitations.e2e-spec.ts';
const REMOVED_MEMBER_SPEC = 'e2e/security/slow/removed-member.e2e-spec.ts';
const PERMIT = 'libs/service-kit/src/tenants/permit-again.ts';
const IF_IT_WAITED = 'if (performance.now() - permittedAt > PERMIT_HOLDS_MILLISECONDS) await permitAgain?.();';

/** Ways past roles and membership. */
export const MEMBER_MUTANTS: Mutant[] = [
  {
    name: 'the role from the guard only',
    here: 'a change waits for the member row, and does not read the role in it',
    edits: [
      edit(
        LOCK_ACTOR,
        '  assertRole(role, membership.neededRole);\n  return role;',
        '  assertRole(membership.role, membership.neededRole);\n  return role && membership.role;',
      ),
    ],
    suite: `${REMOVED_MEMBER_SPEC} ~toggle: 404`,
    killer: '404 for who is removed meanwhile, 403 for a role too low, and nothing changes',
  },
  {
    name: 'writes overtake a removal',
    here: 'members lock their row only, which Postgres grants past those who wait to change it',
    edits: [
      edit(
        LOCK_ACTOR,
        "\n      and pg_advisory_xact_lock_shared(hashtextextended(${projectId}::text, ${SEED}))::text = ''",
        '',
      ),
    ],
    suite: `${REMOVED_MEMBER_SPEC} ~writes never pause`,
    killer: 'is removed as soon as those under way have ended: later ones wait behind the removal',
  },
  {
    name: 'reads that wait are of who was permitted when they came',
    here: 'whoever is removed or signs out meanwhile is answered all the same',
    edits: [edit(PERMIT, IF_IT_WAITED, 'void [permittedAt, PERMIT_HOLDS_MILLISECONDS, permitAgain];')],
    suite: 'libs/service-kit/src/tenants/read-turns.interceptor.spec.ts',
    killer: 'are of who may still read: whoever waits is looked up anew, and whoever does not is not',
  },
  {
    name: 'changes that wait are of who was permitted when they came',
    edits: [
      edit(
        'apps/flags-admin/src/quotas/change-turns.ts',
        'return whenPermitted(request, async () => {',
        'return ((_: unknown, run: Work<T>) => run)(whenPermitted, async () => {',
      ),
    ],
    suite: 'apps/flags-admin/src/quotas/change-limit.interceptor.spec.ts',
    killer: 'are of who may still change something: whoever waits is looked up anew',
  },
  {
    name: 'a caller who waited is known without a look',
    here: 'the guard lets pass whom it has let pass before',
    edits: [
      edit(
        'libs/session/src/session.guard.ts',
        'request.permitAgain = () => this.permit(context, request, policy);\n    await request.permitAgain();',
        'await this.permit(context, request, policy);',
      ),
    ],
    suite: `${REMOVED_MEMBER_SPEC} ~reads that wait`,
    killer: 'show nothing to who is removed or signs out meanwhile',
  },
  {
    name: 'new SDK keys for who was a member',
    here: 'keys are read without the role that their reader has at that moment',
    edits: [
      edit(
        'apps/flags-admin/src/environments/environment.query.ts',
        'join flags.members m on m.project_id = e.project_id and m.user_id = ${userId}\n      -- With',
        "join (select ${userId}::uuid, 'editor' as role) m on true\n      -- With",
      ),
    ],
    suite: 'apps/flags-admin/src/environments/sdk-keys.int.spec.ts',
    killer: 'show the key to whom it is shown at this moment, whatever role the request came with',
  },
  {
    name: 'flags for a key that was revoked while a load was waited for',
    edits: [
      edit(
        'libs/flag-serving/src/flags/flag-set-reader.ts',
        'const refusal = waits ? await',
        'const refusal = waits && requests.length === 0 ? await',
      ),
    ],
    suite: 'libs/flag-serving/src/flags/flags-handler.spec.ts',
    killer: 'answers nobody whose key was revoked while a load was waited for',
  },
  {
    name: 'flag sets for client keys',
    edits: [
      edit(
        'libs/flag-serving/src/authenticate/authenticator.ts',
        'if (!accepts.includes(named.kind)) throw',
        'if (accepts.length === 0) throw',
      ),
    ],
    suite: 'libs/flag-serving/src/authenticate/authenticator.spec.ts',
    killer: 'is refused where flag sets are given out, and told what to use',
  },
  {
    name: 'a client key that rotates with the SDK key',
    edits: [
      edit(
        'apps/flags-admin/src/environments/key-tables.ts',
        "client: 'flags.client_keys'",
        "client: 'flags.sdk_keys'",
      ),
    ],
    suite: 'apps/flags-admin/src/environments/sdk-keys.int.spec.ts ~of the other kind',
    killer: 'are not touched by a rotation of the other kind',
  },
  {
    name: 'an invitation that can be accepted twice',
    edits: [
      edit(
        'apps/flags-admin/src/invitations/invitation.repository.ts',
        'delete from flags.invitations where token_hash = ${tokenHash} and expires_at > now()\n    returning',
        'update flags.invitations set role = role where token_hash = ${tokenHash} and expires_at > now()\n    returning',
      ),
    ],
    suite: `${INVITATIONS_SPEC} ~accepting makes`,
    killer: 'accepting makes a member, once: of many who try at once, one',
  },
  {
    name: 'membership without acceptance',
    here: 'inviting the email of an account makes that account a member',
    edits: [
      edit(
        'apps/flags-admin/src/invitations/create-invitation.service.ts',
        "      change.audit({\n        action: 'invitation_create',",
        '      await manager.sql`\n' +
          '        insert into flags.members (project_id, user_id, role)\n' +
          '        select ${projectId}::uuid, user_id, ${role} from session_read.user_v1\n' +
          '        where email_key = ${emailKey(email ?? "")}\n' +
          '        on conflict do nothing`;\n' +
          "      change.audit({\n        action: 'invitation_create',",
      ),
    ],
    suite: 'e2e/interface/members.e2e-spec.ts ~nobody is a member',
    killer: '202, an invitation, and nobody is a member; the same for a known email, an unknown one and a member',
  },
  {
    name: 'an invitation outlives the membership of its inviter',
    edits: [
      edit(
        'apps/flags-admin/src/persistence/8-invitations.migration.ts',
        ',\n        foreign key (project_id, invited_by) references flags.members on delete cascade',
        '',
      ),
    ],
    suite: `${INVITATIONS_SPEC} ~who is removed are withdrawn`,
    killer: 'those of a member who is removed are withdrawn, so that nobody comes back by an own link',
  },
  {
    name: 'a restore opens invitations again',
    here: 'those that were used or withdrawn after the backup',
    edits: [
      edit(
        'tools/src/backup/end-sessions-and-invitations.ts',
        "  await client.query('delete from flags.invitations');\n",
        '',
      ),
    ],
    suite: 'tools/src/backup/slow/restore.int.spec.ts',
    killer: 'begins a new epoch, and ends all sessions and invitations',
  },
];
