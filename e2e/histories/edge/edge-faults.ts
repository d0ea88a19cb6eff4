import type { TestService } from '@burgee/testing';
import type { Fault } from '../../faults/history/nemesis.js';
import { onLink, onPart } from '../../faults/history/part-faults.js';
import type { Random } from '../../faults/history/random.js';
import type { EdgeFixture } from './edge-fixture.js';

/** All faults between Postgres and an edge's clients. @returns a picker of the next fault */
export function edgeFaults({ cluster, edges, links }: EdgeFixture, random: Random): () => Fault {
  const gateways = Object.values(cluster.services).filter(({ name }) => name.startsWith('sdk-gateway'));
  const parts = [
    ...gateways.map((gateway): [string, TestService] => [gateway.name, gateway]),
    ...[...edges].map(([name, { process }]): [string, TestService] => [name, process]),
  ];
  const kinds = [
    () => onPart(random, ...random.pick(parts)),
    () => onLink(random, ...random.pick([...links])),
    () => onLink(random, ...random.pick([...links])),
    () => {
      const { name } = random.pick(gateways);
      return onLink(random, `${name}→postgres`, cluster.link(name, 'postgres'));
    },
  ];
  return () => random.pick(kinds)();
}
