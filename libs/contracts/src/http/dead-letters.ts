import { Integer, Time } from './fields.js';

/** Changes that are saved and in effect, and whose audit entries could not be stored. */
export class DeadLettersView {
  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER }) count!: number;
  @Time({ nullable: true, description: 'When the oldest of them was created; null if there is none.' })
  oldest_at!: string | null;
}
