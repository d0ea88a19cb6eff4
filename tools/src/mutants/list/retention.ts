import { edit, type Mutant } from '../mutant.js';

const RETENTION_SPEC = 'e2e/retention/slow/retention.e2e-spec.ts';

/** Each lets something grow for ever, or a job never come to an end of its work. */
export const RETENTION_MUTANTS: Mutant[] = [
  {
    name: 'latest pointers that stay in Redis for ever',
    edits: [
      edit(
        'libs/contracts/src/wire/flag-set.ts',
        "redis.call('PEXPIRE', KEYS[1], ARGV[3])\nreturn isKnown",
        'return isKnown',
      ),
    ],
    suite: RETENTION_SPEC,
    killer: 'expires by itself, whatever made it',
  },
  {
    name: 'jobs that delete nothing in a service that is restarted often',
    edits: [edit('libs/service-kit/src/database/repeated-job.ts', '    void this.run();\n', '')],
    suite: RETENTION_SPEC,
    killer: 'is deleted by each service once it has had its time, and nothing else is',
  },
  {
    name: 'history that holds up all else that expires',
    edits: [
      edit(
        'libs/service-kit/src/database/repeated-job.ts',
        'if (this.stopped) return;\n        this.logger.warn(',
        'throw error;\n        this.logger.warn(',
      ),
    ],
    suite: 'apps/flags-admin/src/checkpoints/expired-history.int.spec.ts',
    killer: 'of one kind that cannot be deleted keeps none of the others',
  },
  {
    name: 'old changes that are looked for among all that are kept',
    edits: [edit('libs/outbox/src/outbox.repository.ts', 'order by delivered_at limit', 'limit')],
    suite: 'libs/outbox/src/outbox.repository.int.spec.ts',
    killer: 'S126 is deleted oldest first, by its time: what is kept is not read',
  },
  {
    name: 'an environment whose key cannot be made keeps all later ones without',
    edits: [
      edit(
        'apps/flags-admin/src/environments/missing-client-keys.ts',
        'this.last = id;\n        if (!has_key) await this.make(id);',
        'if (!has_key) await this.make(id);\n        this.last = id;',
      ),
    ],
    suite: 'apps/flags-admin/src/environments/sdk-keys.int.spec.ts',
    killer: 'S126 that cannot be made keep no others from being made: the next run goes on after them',
  },
];
