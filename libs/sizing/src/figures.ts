import type { Figures } from './figures-of-one.js';

/** Written by `npm run sizing -- --measure --write`. */
export const figures: Figures = {
  measured: '2026-11-25, Node v20.20.2, AMD EPYC, 100 flags.',
  flags: 100,
  read: { gateway: 0.000038870246085011186, postgres: 0.000013982102908277405, edge: 0.000028823762505224646 },
  notModified: { gateway: 0.00002684920510080656, postgres: 0.000006671620661412539, edge: 0.000017167882853001154 },
  decision: { gateway: 0.00004327620546362094, postgres: 0.000006475038317473588, edge: 0.00004142086901363781 },
  bulkDecision: { gateway: 0.00008466172041430985, postgres: 0.000011753470946889004, edge: 0.00005332945275250169 },
  opening: { gateway: 0.0005250000000000001, postgres: 0.00008, edge: 0.00035 },
  delivery: { gateway: 0.000014599999999999999, edge: 0.000013466666666666668 },
  idleSecond: { gateway: 0.000009733333333333334, edge: 0.000006 },
  change: {
    apiGateway: 0.002625,
    auth: 0.0001,
    flagsAdmin: 0.0060750000000000005,
    audit: 0.0016250000000000001,
    gateway: 0.0008,
    postgres: 0.0028499999999999997,
    nats: 0.000575,
    redis: 0.0002,
  },
  streamKib: { gateway: 16.904, edge: 14.048 },
  processMib: {
    apiGateway: 167.96484375,
    auth: 155.265625,
    flagsAdmin: 190.21484375,
    audit: 148.94921875,
    gateway: 151.14453125,
    usage: 147.3515625,
    edge: 80.359375,
  },
  auditBytes: 2007.04,
};
