import type { Role } from '@burgee/contracts/wire';
import { describe, expect, it } from '@jest/globals';
import { environmentView } from './environment-view.js';
import { SdkKeyVault } from './sdk-key-vault.js';

const vault = new SdkKeyVault({ SDK_KEY_SECRET: 'one secret that is long enough for it' });
const { key, ciphertext } = vault.mint('e', 'sdk');
const client = vault.mint('e', 'client');
const ROW = {
  id: 'e',
  project_id: 'p',
  name: 'Production',
  slug: 'production',
  icon: '🚀',
  url: null,
  more_origins: [],
  protected: true,
  color: 'red' as const,
  frozen_until: null,
  freeze_reason: null,
  comment_required: false,
  approvals: 0,
  order: 1,
  revision: 7,
  position: 'e-7',
  created_at: new Date(0),
  ciphertext,
  previous_key_expires_at: null,
  client_ciphertext: client.ciphertext,
  previous_client_key_expires_at: null,
};

describe('an environment for the API', () => {
  it.each<[Role, boolean]>([
    ['viewer', false],
    ['editor', true],
    ['admin', true],
    ['owner', true],
  ])('%s: shows the keys: %p', (role, shown) => {
    const { sdk_key, client_key } = environmentView({ ...ROW, role }, vault);
    expect([sdk_key, client_key]).toEqual(shown ? [key, client.key] : [undefined, undefined]);
  });

  it('contains no ciphertext, and no key encrypted under another secret', () => {
    const other = new SdkKeyVault({ SDK_KEY_SECRET: 'another secret that is long enough' });
    for (const name of ['ciphertext', 'client_ciphertext'])
      expect(environmentView({ ...ROW, role: 'owner' }, vault)).not.toHaveProperty(name);
    for (const name of ['sdk_key', 'client_key'])
      expect(environmentView({ ...ROW, role: 'owner' }, other)).not.toHaveProperty(name);
  });
});
