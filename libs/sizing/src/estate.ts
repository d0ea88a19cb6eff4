/** Who uses Burgee, at the busiest hour. */
export interface Estate {
  /** Service instances, each with one open stream. */
  services: number;
  /** Browsers that are open at the same time, each with one stream that says when to ask for decisions. */
  browsers: number;
  /** Environments that they read. */
  environments: number;
  /** Flags of an environment. */
  flags: number;
  /** GET /api/v1/flags a second, of callers that poll: of ten, nine are answered 304. */
  readsPerSecond: number;
  /** Decisions of one flag that services ask for, a second. */
  decisionsPerSecond: number;
  /** Pages that are opened, a second: each asks for all decisions and opens a stream. */
  pagesPerSecond: number;
  /** Changes of flags an hour. */
  changesPerHour: number;
  /** Whether browsers go to edges, and not to the gateways. */
  edges: boolean;
}

/** Processes of one kind. */
export interface Replicas {
  name: string;
  count: number;
  /** What the number follows from. */
  because: string;
  /** Cores that all of them together keep busy. */
  cores: number;
  /** MiB of memory of each. */
  memoryMib: number;
}

export interface Plan {
  replicas: Replicas[];
  postgres: {
    /** Cores that it keeps busy. */
    cores: number;
    /** Connections that all pools may open. */
    connections: number;
    /** What the audit trail grows by. */
    gibPerMonth: number;
  };
  /** Until every page has asked again, after a change that concerns all of them. */
  secondsUntilPagesAsked: number;
  /** What to do otherwise in a plan of this size, a sentence each. */
  advice: string[];
}
