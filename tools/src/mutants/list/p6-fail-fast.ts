import { edit, type Mutant, rewrite } from '../mutant.js';

/** P6: no request waits for an engine that does not answer. */
export const FAIL_FAST_MUTANTS: Mutant[] = [
  {
    name: 'ask a Postgres that is known not to answer',
    edits: [
      edit(
        'apps/sdk-gateway/src/primary-check/breaker.ts',
        'Breaker.guard',
        'if (this.open) throw',
        'if (this.open && performance.now() < 0) throw',
      ),
    ],
    suite: 'apps/sdk-gateway/src/primary-check/breaker.spec.ts',
    killer: 'gets no queries of requests until a probe succeeds',
  },
  {
    name: 'wait for clients to the end when NATS goes down',
    edits: [
      edit(
        'apps/flags-admin/src/applied/applied-waits.ts',
        'AppliedWaits.untilAllHaveIt',
        ' || !this.messenger.connected',
        '',
      ),
    ],
    suite: 'apps/flags-admin/src/applied/applied-waits.spec.ts',
    killer: 'answers at once with unknown clients while NATS is down, even if it fails during the wait',
  },
  {
    name: 'queue commands for Redis while it is away',
    edits: [rewrite('libs/service-kit/src/cache/redis.ts', 'createRedis.redis.enableOfflineQueue', 'true')],
    suite: 'apps/flags-admin/src/shared-cache/update-cache-after-commit.int.spec.ts',
    killer: 'a command fails at once when Redis is down, and is not sent later',
  },
  {
    name: 'let a read wait ten seconds for Postgres',
    edits: [
      rewrite('apps/sdk-gateway/src/primary-check/round-trip.ts', 'RoundTrip.limitAfter', 'return 10_000 + waitedMs;'),
    ],
    suite: 'apps/sdk-gateway/src/primary-check/round-trip.spec.ts',
    killer: 'ms a check that waited',
  },
  {
    name: 'let a write wait ten seconds for Postgres',
    edits: [rewrite('libs/process-kit/src/database/postgres-limits.ts', 'stepWithin', 'return 10_000;')],
    suite: 'libs/process-kit/src/database/postgres-limits.spec.ts',
    killer: 'the wait for a connection shortens its query',
  },
];
