/**
 * A moment in an environment's history, `<epoch>-<revision>`; '' when it is not known. Each change raises the revision by one;
 * epochs have no order.
 */
export type Version = string;

/** Reads an ETag or an event id. Ignores the quotes, `W/` or `-gzip` that a proxy adds. */
export const readVersion = (text: string | null | undefined): Version => /\w+-\d+/.exec(text ?? '')?.[0] ?? '';

/** @returns how many changes `to` is ahead of `from`; NaN when they are of different epochs or one is not known */
export function changesBetween(from: Version, to: Version): number {
  const [epoch, revision] = to.split('-') as [string, never];
  const [fromEpoch, fromRevision] = from.split('-') as [string, never];
  return epoch === fromEpoch ? revision - fromRevision : NaN;
}
