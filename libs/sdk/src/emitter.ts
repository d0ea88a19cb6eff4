import type { ClientEvent, Listener } from './client.js';
import { quietly } from './quietly.js';

export interface Emitter {
  /** @param isOver the event has been emitted for the last time: the listener is called soon */
  on<E extends ClientEvent>(event: E, listener: Listener<E>, isOver?: boolean): () => void;
  emit<E extends ClientEvent>(event: E, payload?: Parameters<Listener<E>>[0]): void;
}

/** A listener that throws is reported by `warn`; the other listeners are still called. */
export function emitter(warn: (where: string, error: unknown) => void): Emitter {
  const listeners = new Map<string, Set<(payload: never) => void>>();
  const call = (event: string, listener: (payload: never) => void, payload?: unknown): void =>
    void quietly(
      () => listener(payload as never),
      (error) => warn(`${event} listener`, error),
    );
  return {
    on(event, listener, isOver) {
      const all = listeners.get(event) ?? new Set();
      listeners.set(event, all.add(listener));
      if (isOver) queueMicrotask(() => all.has(listener) && call(event, listener));
      return () => void all.delete(listener);
    },
    emit(event, payload) {
      // A copy: a listener added during the loop receives the next event.
      for (const listener of new Set(listeners.get(event))) call(event, listener, payload);
    },
  };
}
