/** A client that is told, or finds out, what a flag is. */
export interface FlagClient {
  /** Resolves when it has its first flags. */
  ready: Promise<void>;
  close: () => void;
}

/** A server with one boolean flag, as its documentation says to call it. */
export interface FlagServer {
  name: string;
  /** What was set, for whoever wants to repeat it. */
  settings: readonly string[];
  /** Resolves when the server has confirmed the write. @throws when it refuses it */
  set: (isOn: boolean) => Promise<void>;
  /** Where reads go, each of them a replica. */
  readUrls: readonly string[];
  /** @throws when the server answers no flag */
  read: (readUrl: string) => Promise<boolean>;
  /** How its clients learn of a change. */
  delivery: 'stream' | `poll each ${number} s`;
  /** @param index which of all clients it is, so that those that poll do not do so at once */
  connect: (onValue: (isOn: boolean) => void, index: number, clients: number) => FlagClient;
}
