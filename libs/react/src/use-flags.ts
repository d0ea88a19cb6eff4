import type { FlagValues } from '@burgee/sdk';
import { evaluate } from '@burgee/sdk/evaluation';
import type { BootstrapFlags } from './bootstrap.js';
import { useScope } from './burgee-provider.js';
import { useFollowed } from './use-selected.js';

const valuesOf = ({ flags, context }: BootstrapFlags): FlagValues =>
  Object.fromEntries(
    [...flags].map(([key, { type }]) => [key, evaluate(flags, key, undefined as never, context, type).value]),
  );

/**
 * Every flag's value by key; undefined where the default in the code applies. The component renders again when any value
 * changes: where one flag will do, `useFlag` renders less often. Without a bootstrap a server renders no flags.
 */
export function useFlags(): FlagValues {
  const { client, bootstrap } = useScope();
  return useFollowed(
    'change',
    () => client.all(),
    () => (bootstrap ? valuesOf(bootstrap) : {}),
  );
}
