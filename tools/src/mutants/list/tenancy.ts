import { edit, type Mutant, rewrite } from '../mutant.js';

const UNLEASH_EVENTS = 'libs/flag-serving/src/unleash/unleash-events.ts';

/** What belongs to one project, environment or caller reaches no other. */
export const TENANCY_MUTANTS: Mutant[] = [
  {
    name: 'answer 304 for the decisions of another context',
    edits: [edit('libs/flag-serving/src/decisions/bulk-tag.ts', 'bulkTag', "'sha256', body", "'sha256', ''")],
    suite: 'libs/flag-serving/src/decisions/bulk-tag.spec.ts',
    killer: 'is another one for another',
  },
  {
    name: 'forward the length of a body that is not forwarded',
    here: 'the service reads the next request of another caller as that body',
    edits: [edit('apps/api-gateway/src/proxy/forwarded-headers.ts', 'forwardedHeaders', ' && !LENGTHS.has(name)', '')],
    suite: 'apps/api-gateway/src/proxy/register-proxy.spec.ts',
    killer: 'does not let a client smuggle a request behind a',
  },
  {
    name: 'leave the environment out of its epoch',
    edits: [
      edit(
        'apps/flags-admin/src/persistence/5-epochs-of-environments.migration.ts',
        'createEpochs',
        `environment::text || ' ' || installation_epoch`,
        'installation_epoch',
      ),
    ],
    suite: 'apps/flags-admin/src/persistence/epochs-of-environments.int.spec.ts',
    killer: 'belongs to one environment',
  },
  {
    name: 'let caches give the answer for one key to another',
    edits: [rewrite('libs/contracts/src/wire/names.ts', 'SDK_VARY', "'Origin, Accept-Encoding'")],
    suite: 'e2e/security/sdk-access.e2e-spec.ts ~S28',
    killer: 'S28 every answer varies by origin, encoding and key',
  },
  {
    name: 'take the role of any member of the project',
    edits: [
      edit('libs/session/src/session.query.ts', 'SessionQuery.findWithRole', 'm.user_id = s.user_id\n        and ', ''),
    ],
    suite: 'e2e/routes/tenant-matrix.e2e-spec.ts ~other accounts get the same answer',
    killer: 'other accounts get the same answer as for an unknown id',
  },
  {
    name: 'lock the values of an environment of another project',
    edits: [
      edit(
        'apps/flags-admin/src/environments/delete-environment.service.ts',
        'DeleteEnvironmentService.deleteLocked',
        ' and e.project_id = ${projectId}',
        '',
      ),
    ],
    suite: 'e2e/routes/foreign-locks.e2e-spec.ts ~DELETE',
    killer: 'waits for no lock there, so it takes none',
  },
  {
    name: "send an event of another environment in Unleash's stream",
    here: 'events are cached by revision, and two environments may have the same one',
    edits: [
      rewrite(UNLEASH_EVENTS, 'frames', 'new Map<number, Frame>()'),
      edit(UNLEASH_EVENTS, 'updated', 'frames.get(change)', 'frames.get(change.revision)'),
      edit(UNLEASH_EVENTS, 'updated', 'frames.set(change, frame)', 'frames.set(change.revision, frame)'),
    ],
    suite: 'e2e/faults/history.fault-spec.ts',
    killer: 'every promise holds',
  },
];
