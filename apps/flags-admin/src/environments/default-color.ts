import { ENVIRONMENT_COLORS, type EnvironmentColor } from '@burgee/contracts/plain';

/** The color of an environment for which none was chosen: one that its project does not use yet, if there is one. */
export function defaultColor(used: readonly EnvironmentColor[], isProtected: boolean): EnvironmentColor {
  if (isProtected && !used.includes('red')) return 'red';
  const others = ENVIRONMENT_COLORS.filter((color) => color !== 'red' && color !== 'gray');
  return others.find((color) => !used.includes(color)) ?? (others[used.length % others.length] as EnvironmentColor);
}
