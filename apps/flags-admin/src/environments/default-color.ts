import { ENVIRONMENT_COLORS, type EnvironmentColor } from '@burgee/contracts/plain';

/** The color of an environment without a chosen color. Prefers a color that the project does not use yet. */
export function defaultColor(used: readonly EnvironmentColor[], isProtected: boolean): EnvironmentColor {
  if (isProtected && !used.includes('red')) return 'red';
  const others = ENVIRONMENT_COLORS.filter((color) => color !== 'red' && color !== 'gray');
  return others.find((color) => !used.includes(color)) ?? (others[used.length % others.length] as EnvironmentColor);
}
