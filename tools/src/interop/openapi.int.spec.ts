import { sharedCluster } from '@burgee/testing';
import { expect, it } from '@jest/globals';
import { tryOpenApi } from '../openapi/try-openapi.js';

const { root, url } = sharedCluster();

it('Schemathesis finds no server error, no undocumented status and no body that does not fit', async () => {
  expect(await tryOpenApi(root, url)).toEqual([]);
}, 1_800_000);
