import type { FlagType, FlagValue, JsonValue } from '@burgee/evaluation';

/**
 * The flags of your project and their types. While it is empty, any key compiles. A generated file declares them; then only these do.
 * The value of a JSON flag may have a type of its own.
 *
 *     declare module '@burgee/sdk' {
 *       interface BurgeeFlags { 'new-checkout': 'boolean'; theme: 'string'; limits: { uploads: number } }
 *     }
 */
export interface BurgeeFlags {}

interface ValueOfType {
  boolean: boolean;
  string: string;
  number: number;
  json: JsonValue;
}

/** The type of a flag with this declaration. */
type TypeOf<D> = D extends FlagType ? D : 'json';

/** The keys of flags of one type. */
export type FlagKey<T extends FlagType = FlagType> = keyof BurgeeFlags extends never
  ? string
  : { [K in keyof BurgeeFlags]: TypeOf<BurgeeFlags[K]> extends T ? K : never }[keyof BurgeeFlags];

/** The value of a flag. */
export type FlagValueOf<K> = K extends keyof BurgeeFlags
  ? BurgeeFlags[K] extends FlagType
    ? ValueOfType[BurgeeFlags[K]]
    : BurgeeFlags[K]
  : FlagValue;

/** Values by key; undefined where the default in the code applies. */
export type FlagValues = { readonly [K in FlagKey]?: FlagValueOf<K> | undefined };

/** The types of defaults. An interface is not a `JsonValue`, but may be the type of a JSON flag. */
export type DefaultOf<K> = FlagValueOf<K> extends infer V ? (JsonValue extends V ? unknown : V) : never;

/** Widens a literal default to its type: of `false` to boolean. */
export type Widened<T> = T extends boolean ? boolean : T extends number ? number : T extends string ? string : T;
