import type { FlagType } from '@burgee/evaluation';

/**
 * The flags of your project and their types. While it is empty, any key compiles. A generated file declares them; then only these do:
 *
 *     declare module '@burgee/sdk' {
 *       interface BurgeeFlags { 'new-checkout': 'boolean'; theme: 'string' }
 *     }
 */
export interface BurgeeFlags {}

/** The keys of flags of one type. */
export type FlagKey<T extends FlagType = FlagType> = keyof BurgeeFlags extends never
  ? string
  : { [K in keyof BurgeeFlags]: BurgeeFlags[K] extends T ? K : never }[keyof BurgeeFlags];
