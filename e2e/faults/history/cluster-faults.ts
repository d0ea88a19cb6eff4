import type { TestCluster, TestEngine, TestService } from '@burgee/testing';
import type { Fault } from './nemesis.js';
import { onPart, onLink } from './part-faults.js';
import type { Random } from './random.js';

const ENGINES = ['postgres', 'redis', 'nats'] as const;

/** All faults of a cluster: engines, services, and the wires between them. @returns a picker of the next fault */
export function clusterFaults(cluster: TestCluster, random: Random): () => Fault {
  const services = Object.values(cluster.services).filter(({ name }) => /^(sdk-gateway|flags-admin|audit)/.test(name));
  const engines = ENGINES.map((name): [string, TestEngine] => [name, cluster[name]]);
  const named = services.map((service): [string, TestService] => [service.name, service]);
  const onWire = ({ name }: TestService): Fault => {
    const engine = random.pick(ENGINES.filter((one) => one !== 'redis' || name !== 'audit'));
    return onLink(random, `${name}→${engine}`, cluster.link(name, engine));
  };
  const kinds = [
    () => onPart(random, ...random.pick(engines)),
    () => onPart(random, ...random.pick(named)),
    () => onWire(random.pick(services)),
  ];
  return () => random.pick(kinds)();
}
