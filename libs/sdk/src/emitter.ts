import type { ClientEvent, Listener } from './client.js';
import { quietly } from './pause.js';

export interface Emitter {
  on<E extends ClientEvent>(event: E, listener: Listener<E>): () => void;
  emit<E extends ClientEvent>(event: E, payload: Parameters<Listener<E>>[0]): void;
}

/** A listener that throws is the caller's fault, told by `warn`; the others are called all the same. */
export function emitter(warn: (message: string) => void): Emitter {
  const listeners = new Map<string, Set<(payload: never) => void>>();
  return {
    on(event, listener) {
      const all = listeners.get(event) ?? new Set();
      listeners.set(event, all.add(listener));
      return () => void all.delete(listener);
    },
    emit(event, payload) {
      // A copy: whoever begins to listen meanwhile hears of the next one.
      new Set(listeners.get(event)).forEach((listener) =>
        quietly(
          () => (listener as (payload: unknown) => void)(payload),
          // Not everything that can be thrown can be written out.
          (error) => quietly(() => warn(`${event} listener: ${error}`)),
        ),
      );
    },
  };
}
