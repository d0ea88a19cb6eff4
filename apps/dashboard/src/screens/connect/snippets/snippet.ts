import type { FlagType } from '@burgee/contracts/wire';

/** The values to fill in. Keys of flags hold only letters, digits, dots, underscores and hyphens. */
export interface SnippetValues {
  /** The address of this Burgee. */
  origin: string;
  /** For servers. */
  sdkKey: string;
  /** For pages and apps, which users can inspect. */
  clientKey: string;
  flagKey: string;
  type: FlagType;
}

/** Code to paste, with everything filled in. */
export type Snippet = (values: SnippetValues) => string;
