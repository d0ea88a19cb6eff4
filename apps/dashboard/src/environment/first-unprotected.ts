import type { EnvironmentView } from '@burgee/contracts/http';

/** Where a dialog begins: nobody changes a protected environment because it was chosen for them. */
export const firstUnprotected = (environments: readonly EnvironmentView[]): EnvironmentView | undefined =>
  environments.find(({ protected: guarded }) => !guarded);
