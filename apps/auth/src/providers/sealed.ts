import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { EncryptJWT, jwtDecrypt } from 'jose';
import { type AuthConfig, CONFIG } from '../config.js';

/** What ID tokens are sealed for. */
export const ID_TOKEN = 'id-token';

type Sealable = Record<string, unknown>;

/** What auth gives away and takes back, unread and unchanged: encrypted by a key that it derives from its pepper. */
@Injectable()
export class Sealed {
  private readonly key: Uint8Array;

  constructor(@Inject(CONFIG) { PASSWORD_PEPPER }: Pick<AuthConfig, 'PASSWORD_PEPPER'>) {
    this.key = createHmac('sha256', PASSWORD_PEPPER).update('single sign-on\n').digest();
  }

  /** @param audience what it is for: it opens for nothing else @param lifetime such as `10m` */
  seal(audience: string, facts: Sealable, lifetime: string): Promise<string> {
    return new EncryptJWT(facts)
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .setAudience(audience)
      .setExpirationTime(lifetime)
      .encrypt(this.key);
  }

  /** Undefined for what was not sealed for this, or is too old. */
  async open<T>(audience: string, text: string): Promise<T | undefined> {
    try {
      const { payload } = await jwtDecrypt(text, this.key, {
        audience,
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
      });
      return payload as T;
    } catch {
      return undefined;
    }
  }
}
