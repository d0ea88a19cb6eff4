/** A process that serves clients. */
export interface ServingProcess {
  pid: number;
  streams: number;
}
