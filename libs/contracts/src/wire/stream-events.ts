import type { ServedFlag } from './served-flag.js';

interface ChangePlace {
  environment_id: string;
  revision: number;
  /** W3C trace context of the request that made the change, if it had one. */
  traceparent?: string;
}

/** The data of each kind of event on GET /api/v1/stream; docs/events.md says when each is sent. */
export interface StreamEvents {
  ready: { environment_id: string; revision: number };
  flag_updated: ServedFlag & ChangePlace;
  flag_deleted: { flag_id: string; key: string } & ChangePlace;
  /** Keys or origins of the environment may have changed; only where `?access=1` asks for it. */
  access: Record<string, never>;
  snapshot: { environment_id: string; revision: number; flags: ServedFlag[] };
}
