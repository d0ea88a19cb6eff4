interface WithValues<V> {
  environments: readonly V[];
}

/** The value of a flag, in full or of a list, in an environment. */
export const valueIn = <V extends { environment_id: string }>(flag: WithValues<V> | undefined, environmentId: string) =>
  flag?.environments.find((value) => value.environment_id === environmentId);
