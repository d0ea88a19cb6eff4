import { DomainError } from '@burgee/contracts/wire';
import { BoundedMemory } from '@burgee/process-kit';
import { Injectable } from '@nestjs/common';

/** Far more than monitoring repeats. */
const PER_SECOND = 10;

/** Limits the calls of each link that may change something. */
@Injectable()
export class CallLimit {
  private readonly calls = new BoundedMemory({ points: PER_SECOND, duration: 1 });

  /** @throws too_many_requests */
  async take(linkId: string): Promise<void> {
    await this.calls.consume(linkId).catch(() => {
      throw new DomainError(
        'too_many_requests',
        `This link was called more than ${PER_SECOND} times in a second. Try again in 1 second.`,
        { retryAfterSeconds: 1 },
      );
    });
  }
}
