import { DomainError } from '@burgee/contracts/wire';
import { addressBlock, BoundedMemory } from '@burgee/process-kit';
import { Injectable } from '@nestjs/common';

/** More than people who open links at one address need, and less than anybody would notice who works beside it. */
const PER_SECOND = 30;

/** Limits how often an address looks invitations up, since nobody has to sign in for that. */
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
