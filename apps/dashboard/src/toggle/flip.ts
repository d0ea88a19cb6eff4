import type { EnvironmentView, FlagView } from '@burgee/contracts/http';

/** A switch that the user flips. */
export interface Flip {
  /** In full, or of a list. */
  flag: Pick<FlagView, 'id' | 'key' | 'type'> & { environments: { environment_id: string; updated_at: string }[] };
  environment: EnvironmentView;
  isEnabled: boolean;
}
