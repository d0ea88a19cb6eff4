/** A process that answers callers. */
export interface ServingProcess {
  pid: number;
  streams: number;
}
