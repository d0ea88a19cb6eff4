import type { FlagSetVersion } from '@burgee/contracts/wire';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import type { AsOf, ReportedChange } from '../source/flag-source.js';

/** Something that this process learned, and that may help to answer while the source does not. */
export type Observation =
  /** The source said that the key opens this environment, and this is the flag set that it then had. */
  | ({ kind: 'served'; keyHash: string; rendered: RenderedFlagSet } & AsOf)
  /** The source said that the environment is at this version, and that these keys open it. */
  | ({ kind: 'current'; version: FlagSetVersion; keyHashes: ReadonlySet<string> } & AsOf)
  /** The source named this version, but its flag set could not be loaded. */
  | { kind: 'newer-version'; version: FlagSetVersion }
  /** A notification or a stream event described a change. */
  | { kind: 'change'; change: ReportedChange }
  /** The source said whether an origin is registered. */
  | { kind: 'origin'; origin: string; registered: boolean }
  /** The source said that the key opens nothing. */
  | { kind: 'key-refused'; keyHash: string }
  /** The source said that the environment does not exist. */
  | { kind: 'environment-deleted'; environmentId: string };
