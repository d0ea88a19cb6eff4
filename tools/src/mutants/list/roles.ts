import { edit, type Mutant, rewrite } from '../mutant.js';

const LOCK_ACTOR = 'apps/flags-admin/src/unit-of-work/unit-of-work.ts';

/** Who may do what: roles, membership, invitations, and the rules of environments. */
export const ROLE_MUTANTS: Mutant[] = [
  {
    name: 'let every member do what needs a higher role',
    edits: [
      edit(
        'libs/contracts/src/wire/roles.ts',
        'may',
        'roleIn(standing) : standing.role, role)',
        'roleIn(standing) : role, role)',
      ),
    ],
    suite: 'libs/session/src/session.guard.spec.ts',
    killer: 'refuses a member whose role is too low, and names the required one',
  },
  {
    name: 'give flag sets to client keys',
    edits: [
      edit(
        'libs/flag-serving/src/authenticate/authenticator.ts',
        'Authenticator.nameOf',
        'if (!accepts.includes(named.kind)) throw clientKeyRefused();',
        '',
      ),
    ],
    suite: 'libs/flag-serving/src/authenticate/authenticator.spec.ts',
    killer: 'is refused by flag set routes with a hint at the right key',
  },
  {
    name: 'accept an approval by the requester',
    edits: [
      edit(
        'apps/flags-admin/src/approvals/request-state.ts',
        'countingApprovals',
        '(isOwnEnough || id !== authorId) && mayChange(roles, id)',
        'mayChange(roles, id)',
      ),
    ],
    suite: 'apps/flags-admin/src/approvals/decide-action.spec.ts',
    killer: 'counts neither the author, nor a second approval of one member, nor a member who can no longer edit',
  },
  {
    name: 'let a change pass that needs an approval',
    edits: [
      edit(
        'apps/flags-admin/src/change-rules/change-rules.ts',
        'RULES_AS_JSON',
        'or e.comment_required or e.approvals > 0 then',
        'or e.comment_required then',
      ),
    ],
    suite: 'e2e/interface/slow/approvals.e2e-spec.ts',
    killer: '409 for a direct write, with the address for change requests',
  },
  {
    name: 'serve a new flag where a rule holds changes',
    edits: [rewrite('apps/flags-admin/src/change-rules/change-rules.ts', 'SERVES_NEW_FLAGS', "'true'")],
    suite: 'apps/flags-admin/src/change-rules/not-served.int.spec.ts',
    killer: 'holds changes, and each client elsewhere',
  },
  {
    name: 'let a flag be deleted while its environment is frozen',
    edits: [edit('apps/flags-admin/src/unit-of-work/change.ts', 'Change.flagDeleted', 'this.hold(environmentId);', '')],
    suite: 'e2e/interface/slow/change-rules.e2e-spec.ts',
    killer:
      '423 while an environment that it touches is frozen, and nothing changes; an owner goes past it, as the history says',
  },
  {
    name: 'let a flag be deleted where its environment refuses the role',
    edits: [
      edit('apps/flags-admin/src/unit-of-work/change.ts', 'Change.touch', 'this.touched.add(environmentId);', ''),
    ],
    suite: 'apps/flags-admin/src/roles/environment-roles.int.spec.ts',
    killer: 'takes the right in every environment',
  },
  {
    name: 'trust the role that the guard saw',
    here: 'a change waits for the member row, but does not read the role in it',
    edits: [
      edit(
        LOCK_ACTOR,
        'lockActor',
        'assertAdmitted(roles, membership);\n  return roles;',
        'assertAdmitted(membership, membership);\n  return roles && membership;',
      ),
    ],
    suite: 'e2e/security/slow/removed-member.e2e-spec.ts ~toggle: 404',
    killer: '404 after removal during the request, 403 after a lower role, and nothing changes',
  },
  {
    name: 'read members and their roles from a standby',
    edits: [
      edit('apps/flags-admin/src/persistence/9-access-on-primary.migration.ts', 'up', "'flags.on_primary()'", "'true'"),
      edit(
        'apps/flags-admin/src/persistence/45-roles-in-environments.migration.ts',
        'up',
        'where flags.on_primary()',
        '',
      ),
    ],
    suite: 'apps/flags-admin/src/persistence/epochs-of-environments.int.spec.ts',
    killer: 'also fails queries for members and flags',
  },
  {
    name: 'show keys to an account that is no longer an editor',
    edits: [
      edit(
        'apps/flags-admin/src/environments/environment.query.ts',
        'EnvironmentQuery.withKeys',
        'join flags.actors m on m.project_id = e.project_id and m.user_id = ${reader.id}',
        "join (select ${reader.id}::uuid, 'editor' as role, '{}'::jsonb as environment_roles) m on true",
      ),
    ],
    suite: 'apps/flags-admin/src/environments/sdk-keys.int.spec.ts',
    killer: 'show the key according to the present role, not the role that the request came with',
  },
  {
    name: 'accept an invitation twice',
    edits: [
      edit(
        'apps/flags-admin/src/invitations/invitation.repository.ts',
        'takeInvitation',
        'delete from flags.invitations',
        'update flags.invitations set role = role',
      ),
    ],
    suite: 'e2e/interface/invitations.e2e-spec.ts ~accepting makes',
    killer: 'accepting makes a member once, also under concurrent attempts',
  },
];
