import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import type { ChainBoundsQuery } from './chain-bounds.query.js';
import type { ChainLinksQuery } from './chain-links.query.js';
import { signCheckpoint, signingKey } from './checkpoint.js';
import type { CheckpointsQuery } from './checkpoints.query.js';
import { CHAIN_START } from './hash-link.js';
import { VerifyChainService } from './verify-chain.service.js';

it('S86 verifies signatures a few at a time, counts them toward the part, and yields in between', async () => {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const key = signingKey(pem);
  const statement = { ...CHAIN_START, chain_id: randomUUID(), signed_at: '2026-11-25T12:00:00.000Z' };
  const checkpoints = Array.from({ length: 400 }, () => signCheckpoint(statement, key));
  const service = new VerifyChainService(
    {} as DataSource,
    { of: async () => ({ begins: CHAIN_START, head: CHAIN_START }) } as unknown as ChainBoundsQuery,
    { between: async function* () {} } as unknown as ChainLinksQuery,
    { between: async () => checkpoints } as unknown as CheckpointsQuery,
  );
  let [turns, isOver] = [0, false];
  const others = () => {
    turns++;
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  await service.part(statement.chain_id);
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(20);
});
