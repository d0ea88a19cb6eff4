import type { FlagType } from '@burgee/contracts/wire';

/** What is filled in. Keys of flags hold only letters, digits, dots, underscores and hyphens. */
export interface SnippetValues {
  /** The address of this Burgee. */
  origin: string;
  /** For what runs on a server. */
  sdkKey: string;
  /** For what others have: pages and apps. */
  clientKey: string;
  flagKey: string;
  type: FlagType;
}

/** Code to paste, with everything filled in. */
export type Snippet = (values: SnippetValues) => string;
