import type { EnvironmentView } from '@burgee/contracts/http';

export type Freezable = Pick<EnvironmentView, 'frozen_until' | 'freeze_reason'>;

/** Whether a freeze is active; it ends by itself. */
export const isFrozen = ({ frozen_until }: Freezable, now = Date.now()): boolean =>
  frozen_until !== null && Date.parse(frozen_until) > now;
