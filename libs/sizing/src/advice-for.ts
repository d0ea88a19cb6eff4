import type { Estate, Plan } from './estate.js';

const GATEWAYS_AT_MOST = 12;
const CONNECTIONS_AT_MOST = 200;
const POSTGRES_CORES_AT_MOST = 8;
const PAGES_ASK_WITHIN_SECONDS = 30;
const GIB_A_MONTH_AT_MOST = 10;
const FLAGS_AT_MOST = 5_000;

/** Where a plan of this size does not apply as it stands. */
export function adviceFor(
  estate: Estate,
  { replicas, postgres, secondsUntilPagesAsked }: Omit<Plan, 'advice'>,
): string[] {
  const gateways = replicas.find(({ name }) => name === 'sdk-gateway')?.count ?? 0;
  const rules: [boolean, string][] = [
    [
      gateways > GATEWAYS_AT_MOST && !estate.edges,
      'Send browsers to edges: they decide without asking Postgres, and gateways keep one stream per edge and environment.',
    ],
    [
      gateways > GATEWAYS_AT_MOST && estate.edges,
      'Let polling services use edges too, or streams: more gateways all ask one Postgres.',
    ],
    [
      postgres.cores > POSTGRES_CORES_AT_MOST,
      `Reads keep ${Math.ceil(postgres.cores)} cores of Postgres busy. It has one primary: use streams or edges instead of polling.`,
    ],
    [
      postgres.connections > CONNECTIONS_AT_MOST,
      `Put PgBouncer in front of Postgres: ${postgres.connections} connections are more than it serves well.`,
    ],
    [
      secondsUntilPagesAsked > PAGES_ASK_WITHIN_SECONDS,
      `After a change it takes ${Math.ceil(secondsUntilPagesAsked)} s until every page has refetched. Add edges if that is too long.`,
    ],
    [
      postgres.gibPerMonth > GIB_A_MONTH_AT_MOST,
      'The audit trail grows fast: set AUDIT_RETENTION_MONTHS, and export what you must keep.',
    ],
    [estate.flags > FLAGS_AT_MOST, 'No benchmark covers so many flags in one environment. Split the project.'],
  ];
  return rules.filter(([applies]) => applies).map(([, sentence]) => sentence);
}
