import type { EnvironmentView, FlagView } from '@burgee/contracts/http';
import { rowsInOrder } from '../../environment/order-environments.js';

/** The names of the environments in which a flag is on. */
export const whereOn = (flag: FlagView, environments: readonly EnvironmentView[]): string[] =>
  rowsInOrder(flag.environments, environments)
    .filter(({ is_enabled }) => is_enabled)
    .map(({ environment_name }) => environment_name);
