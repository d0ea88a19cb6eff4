/** A client that receives or polls the value of a flag. */
export interface FlagClient {
  /** Resolves when it has its first flags. */
  ready: Promise<void>;
  close: () => void;
}

/** A server with one boolean flag, as its documentation says to call it. */
export interface FlagServer {
  name: string;
  /** The settings, so that readers can repeat the run. */
  settings: readonly string[];
  /** Resolves when the server has confirmed the write. @throws when it refuses it */
  set: (isOn: boolean) => Promise<void>;
  /** Where reads go, each of them a replica. */
  readUrls: readonly string[];
  /** @throws when the server answers no flag */
  read: (readUrl: string) => Promise<boolean>;
  /** How its clients learn of a change. */
  delivery: 'stream' | `poll each ${number} s`;
  /** @param index the client's number, so that polling clients can spread their polls */
  connect: (onValue: (isOn: boolean) => void, index: number, clients: number) => FlagClient;
}
