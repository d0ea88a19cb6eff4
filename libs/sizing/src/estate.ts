/** The load on Burgee in the busiest hour. */
export interface Estate {
  /** Service instances, each with one open stream. */
  services: number;
  /** Browsers open at the same time, each with one stream that triggers reads of decisions. */
  browsers: number;
  /** Environments that they read. */
  environments: number;
  /** Flags of an environment. */
  flags: number;
  /** GET /api/v1/flags per second by polling clients: nine of ten get a 304. */
  readsPerSecond: number;
  /** Decisions of single flags per second for services. */
  decisionsPerSecond: number;
  /** Page loads per second: each reads all decisions and opens a stream. */
  pagesPerSecond: number;
  /** Changes of flags per hour. */
  changesPerHour: number;
  /** Whether browsers connect to edges instead of gateways. */
  edges: boolean;
}

/** Processes of one kind. */
export interface Replicas {
  name: string;
  count: number;
  /** The reason for the number. */
  because: string;
  /** Cores that all of them keep busy together. */
  cores: number;
  /** MiB of memory per process. */
  memoryMib: number;
}

export interface Plan {
  replicas: Replicas[];
  postgres: {
    /** Cores that it keeps busy. */
    cores: number;
    /** Connections that all pools may open. */
    connections: number;
    /** Growth of the audit trail. */
    gibPerMonth: number;
  };
  /** Seconds until every page has read again after a change that affects all of them. */
  secondsUntilPagesAsked: number;
  /** Changes to a plan of this size, one sentence each. */
  advice: string[];
}
