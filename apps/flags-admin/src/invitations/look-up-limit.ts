import { DomainError } from '@burgee/contracts/wire';
import { addressBlock, BoundedMemory } from '@burgee/process-kit';
import { Injectable } from '@nestjs/common';

/** More than people at one address need, and too few to slow down other requests. */
const PER_SECOND = 30;

/** Limits invitation look-ups per address, because they work without a session. */
@Injectable()
export class LookUpLimit {
  private readonly looked = new BoundedMemory({ points: PER_SECOND, duration: 1 });

  /** @throws too_many_requests */
  async take(address: string): Promise<void> {
    await this.looked.consume(addressBlock(address)).catch(() => {
      throw new DomainError(
        'too_many_requests',
        `Your address looked up more than ${PER_SECOND} invitations in a second. Try again in 1 second.`,
        { retryAfterSeconds: 1 },
      );
    });
  }
}
