import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { type KeyKind, mintKey } from '@burgee/contracts/wire';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type FlagsAdminConfig } from '../config.js';

const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface SealedKey {
  key: string;
  /** SHA-256 in hex, which gateways look up. */
  hash: string;
  /** AES-256-GCM, bound to its environment: iv, tag, text. */
  ciphertext: Buffer;
}

/** Creates keys of environments and decrypts them for display. The database has only a hash and a ciphertext. */
@Injectable()
export class SdkKeyVault {
  private readonly secret: Buffer;

  constructor(@Inject(CONFIG) config: Pick<FlagsAdminConfig, 'SDK_KEY_SECRET'>) {
    this.secret = Buffer.from(hkdfSync('sha256', config.SDK_KEY_SECRET, '', 'burgee sdk key', 32));
  }

  mint(environmentId: string, kind: KeyKind): SealedKey {
    const key = mintKey(kind);
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.secret, iv).setAAD(Buffer.from(environmentId));
    const text = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()]);
    const hash = createHash('sha256').update(key).digest('hex');
    return { key, hash, ciphertext: Buffer.concat([iv, cipher.getAuthTag(), text]) };
  }

  /** The key in plain text. Undefined when another SDK_KEY_SECRET encrypted it. Such a key still works. */
  open(environmentId: string, ciphertext: Buffer): string | undefined {
    const iv = ciphertext.subarray(0, IV_BYTES);
    const tag = ciphertext.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', this.secret, iv)
      .setAAD(Buffer.from(environmentId))
      .setAuthTag(tag);
    try {
      return decipher.update(ciphertext.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      return undefined;
    }
  }
}
