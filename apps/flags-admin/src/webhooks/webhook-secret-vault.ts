import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type FlagsAdminConfig } from '../config.js';

const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Standard Webhooks allows 24 to 64. */
const SECRET_BYTES = 32;

/** AES-256-GCM, bound to its webhook: iv, tag, text. */
export interface SealedSecret {
  secret: string;
  ciphertext: Buffer;
}

/** Creates secrets of webhooks and decrypts them for signing. The database has only a ciphertext. */
@Injectable()
export class WebhookSecretVault {
  private readonly key: Buffer;

  constructor(@Inject(CONFIG) config: Pick<FlagsAdminConfig, 'SDK_KEY_SECRET'>) {
    this.key = Buffer.from(hkdfSync('sha256', config.SDK_KEY_SECRET, '', 'burgee webhook secret', 32));
  }

  mint(webhookId: string): SealedSecret {
    const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv).setAAD(Buffer.from(webhookId));
    const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return { secret, ciphertext: Buffer.concat([iv, cipher.getAuthTag(), text]) };
  }

  /** Undefined when another SDK_KEY_SECRET encrypted it. */
  open(webhookId: string, ciphertext: Buffer): string | undefined {
    const iv = ciphertext.subarray(0, IV_BYTES);
    const tag = ciphertext.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.key, iv).setAAD(Buffer.from(webhookId)).setAuthTag(tag);
      return decipher.update(ciphertext.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      return undefined;
    }
  }
}
