import { adviceFor } from './advice-for.js';
import type { Estate, Plan, Replicas } from './estate.js';
import type { Figures } from './figures-of-one.js';
import { replicasFor } from './replicas-for.js';
import { changesPerSecond, sizeOf, workOf } from './work-of.js';

const CORES_OF_AN_EDGE = 2;
const CONNECTIONS_OF = { gateway: 5, other: 10 };
/** Room for garbage before it is collected. */
const HEAD_ROOM = 1.5;
const HOURS_A_MONTH = 730;
const KIB_OF_A_MIB = 1_024;

const NAMES = {
  apiGateway: 'api-gateway',
  auth: 'auth',
  flagsAdmin: 'flags-admin',
  audit: 'audit',
} as const;

/** Plans the replicas of an estate from the figures of single processes. */
export function planEstate(estate: Estate, figures: Figures): Plan {
  const { streamKib, processMib } = figures;
  const memory = (mib: number, streams: number, kib: number) => HEAD_ROOM * (mib + (streams * kib) / KIB_OF_A_MIB);
  const ofEdges = estate.edges ? estate.browsers : 0;
  const edgeCores = workOf('edge', ofEdges, estate, figures);
  const edges = replicasFor(edgeCores / CORES_OF_AN_EDGE, ofEdges);
  // An edge has one stream per environment.
  const streams = estate.services + (estate.edges ? edges.count * estate.environments : estate.browsers);
  const gatewayCores = workOf('gateway', streams, estate, figures);
  const gateways = replicasFor(gatewayCores, streams);
  const others = (Object.keys(NAMES) as (keyof typeof NAMES)[]).map((name): Replicas => {
    const cores = changesPerSecond(estate) * figures.change[name];
    return { name: NAMES[name], ...replicasFor(cores, 0), cores, memoryMib: memory(processMib[name], 0, 0) };
  });
  const usage: Replicas = { name: 'usage', ...replicasFor(0, 0), cores: 0, memoryMib: memory(processMib.usage, 0, 0) };
  const gateway: Replicas = {
    name: 'sdk-gateway',
    ...gateways,
    cores: gatewayCores,
    memoryMib: memory(processMib.gateway, streams / gateways.count, streamKib.gateway),
  };
  const edge: Replicas = {
    name: 'edge',
    ...edges,
    cores: edgeCores,
    memoryMib: memory(CORES_OF_AN_EDGE * processMib.edge, ofEdges / edges.count, streamKib.edge),
  };
  const pooled = [...others, usage].filter(({ name }) => name !== NAMES.apiGateway);
  const decidingCores = estate.edges ? edges.count * CORES_OF_AN_EDGE : gateways.count;
  const decision = figures.bulkDecision[estate.edges ? 'edge' : 'gateway'];
  const plan = {
    replicas: [gateway, ...(estate.edges ? [edge] : []), ...others, usage],
    postgres: {
      cores: workOf('postgres', 0, estate, figures),
      connections:
        gateways.count * CONNECTIONS_OF.gateway +
        pooled.reduce((sum, { count }) => sum + count * CONNECTIONS_OF.other, 0),
      gibPerMonth: (estate.changesPerHour * HOURS_A_MONTH * figures.auditBytes) / 2 ** 30,
    },
    secondsUntilPagesAsked: (estate.browsers * decision * sizeOf(estate, figures)) / decidingCores,
  };
  return { ...plan, advice: adviceFor(estate, plan) };
}
