import 'reflect-metadata';
import { startWorld } from '@burgee/testing';

/** The engines and the house that all tests share, found by them through the environment. */
export default async function setup() {
  globalThis.burgeeWorld = await startWorld(process.cwd());
  process.env.BURGEE_TEST_WORLD = JSON.stringify(globalThis.burgeeWorld.addresses);
}
