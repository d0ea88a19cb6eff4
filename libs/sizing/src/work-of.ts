import type { Estate } from './estate.js';
import type { Figures } from './figures-of-one.js';

/** The share of 304s among polls. */
const NOT_MODIFIED_SHARE = 0.9;
/** The busiest second of an hour relative to the average one. */
const PEAK = 10;
const SECONDS_OF_AN_HOUR = 3_600;

/** Changes in the busiest second. */
export const changesPerSecond = ({ changesPerHour }: Estate): number => (PEAK * changesPerHour) / SECONDS_OF_AN_HOUR;

/** The size of its flag sets relative to the measured ones. */
export const sizeOf = (estate: Estate, figures: Figures): number => estate.flags / figures.flags;

/** Cores that an estate keeps busy in all gateways, all edges, or Postgres. @param streams open there */
export function workOf(
  where: 'gateway' | 'postgres' | 'edge',
  streams: number,
  estate: Estate,
  figures: Figures,
): number {
  const size = sizeOf(estate, figures);
  const { read, notModified, decision, bulkDecision, opening } = figures;
  const changes = changesPerSecond(estate);
  const poll = NOT_MODIFIED_SHARE * notModified[where] + (1 - NOT_MODIFIED_SHARE) * read[where] * size;
  const ofServices = estate.readsPerSecond * poll + estate.decisionsPerSecond * decision[where];
  // Decisions of pages cause checks at Postgres only where they reach a gateway.
  const sizeThere = where === 'postgres' ? 1 : size;
  const page = bulkDecision[where] * sizeThere;
  const isOfPages = estate.edges === (where === 'edge');
  const pagesAsk = estate.browsers / estate.environments;
  const ofPages = isOfPages ? estate.pagesPerSecond * (page + opening[where]) + changes * pagesAsk * page : 0;
  if (where === 'postgres') return ofServices + ofPages + changes * figures.change.postgres;
  const ofStreams = streams * (figures.idleSecond[where] + (changes / estate.environments) * figures.delivery[where]);
  if (where === 'edge') return ofPages + ofStreams;
  return ofServices + ofPages + ofStreams + changes * figures.change.gateway;
}
