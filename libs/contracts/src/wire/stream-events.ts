import type { ServedFlag } from './served-flag.js';

interface ChangePlace {
  environment_id: string;
  revision: number;
  /** W3C trace context of the request that made the change, if it had one. */
  traceparent?: string;
}

/** A request waits until clients have a position. */
export interface AppliedWanted {
  wait_id: string;
  /** `<epoch>-<revision>`. */
  position: string;
  /** For how long, from now on; 0 = no longer. */
  within_ms: number;
  /** Of clients that acknowledge: within how long, so that not all do at once. */
  spread_ms?: number;
}

/** The data of each kind of event on GET /api/v1/stream; docs/reference/events.md says when each is sent. */
export interface StreamEvents {
  /** `ack` where `?ack=1` asks for it: what a client acknowledges with. */
  ready: { environment_id: string; revision: number; ack?: string };
  flag_updated: ServedFlag & ChangePlace;
  flag_deleted: { flag_id: string; key: string } & ChangePlace;
  /** Keys or origins of the environment may have changed; only where `?access=1` asks for it. */
  access: Record<string, never>;
  /** Count who has this position, and say so by POST /api/v1/edge/applied; only to an edge that names itself by `?edge=`, and to clients with `?ack=1`. */
  applied_wanted: AppliedWanted;
  snapshot: { environment_id: string; revision: number; flags: ServedFlag[] };
}
