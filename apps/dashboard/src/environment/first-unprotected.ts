import type { EnvironmentView } from '@burgee/contracts/http';

/** The environment that a dialog begins with: users must choose a protected one themselves. */
export const firstUnprotected = (environments: readonly EnvironmentView[]): EnvironmentView | undefined =>
  environments.find(({ protected: guarded }) => !guarded);
