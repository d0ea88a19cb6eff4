import { edit, type Mutant } from '../mutant.js';

const FALLBACK_STORE = 'libs/flag-serving/src/fallback/fallback-store.ts';
const POSTGRES_FAILS_SPEC = 'e2e/faults/postgres-fails.fault-spec.ts';

/** P3: without Postgres, reads get the last known good answer, marked stale. */
export const LAST_KNOWN_GOOD_MUTANTS: Mutant[] = [
  {
    name: 'expire the last known good answer',
    here: 'after FLAG_CACHE_TTL_SECONDS',
    edits: [
      edit(
        FALLBACK_STORE,
        'FallbackStore.answerFor',
        'if (!stored) return undefined;',
        'const lifetime = Number(process.env.FLAG_CACHE_TTL_SECONDS ?? 300) * 1_000;\n' +
          'if (!stored || performance.now() - known.checkedAt > lifetime) return undefined;',
      ),
    ],
    suite: 'e2e/faults/slow/several-fail.fault-spec.ts ~F32',
    killer: 'F32: an outage longer than the cache TTL',
  },
  {
    name: 'start without the files of last known good answers',
    edits: [
      edit(FALLBACK_STORE, 'FallbackStore.constructor', 'of files.labels()', 'of [...files.labels()].slice(0, 0)'),
    ],
    suite: `${POSTGRES_FAILS_SPEC} ~F14`,
    killer: 'F14: a replica that starts without Postgres serves from its files, and reports their age',
  },
  {
    name: 'serve a last known good answer without its mark',
    edits: [
      edit(
        'libs/flag-serving/src/flags/respond.ts',
        'shareResponse',
        '(isStale && {',
        '(isStale && asOf !== undefined && {',
      ),
    ],
    suite: `${POSTGRES_FAILS_SPEC} ~paused: a read gives`,
    killer: 'F12: paused: a read gives the last known good answer, a write is refused, and neither waits',
  },
  {
    name: 'delete the latest pointer in Redis instead of advancing it',
    edits: [
      edit(
        'apps/flags-admin/src/shared-cache/update-cache-after-commit.ts',
        'UpdateCacheAfterCommit.applyTo',
        'this.redis.eval(ADVANCE_LATEST, 1, REDIS_KEYS.latest(environmentId), epoch, revision, this.latestMs)',
        'this.redis.del(REDIS_KEYS.latest(environmentId))',
      ),
    ],
    suite: 'apps/flags-admin/src/shared-cache/update-cache-after-commit.int.spec.ts',
    killer: 'an edit leaves the latest pointer, for readers without Postgres',
  },
  {
    name: 'tell the followers of a stale edge that it is current',
    edits: [
      edit(
        'apps/edge/src/source/upstream-flag-source.ts',
        'UpstreamFlagSource.accessTag',
        'JSON.stringify([isCurrent,',
        'JSON.stringify([true,',
      ),
    ],
    suite: 'apps/edge/src/source/upstream-flag-source.spec.ts',
    killer: 'changes the tag of a stale access list, so that an edge behind this one notices',
  },
];
