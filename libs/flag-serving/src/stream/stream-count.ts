/** The open streams of one environment. */
export interface StreamCount {
  environment_id: string;
  epoch: string;
  revision: number;
  open: number;
  /** How many of them the event of that revision has left for. */
  sent: number;
}
