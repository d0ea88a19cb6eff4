/** Room for headers, and for what a request is wrapped in. */
const RESERVED_BYTES = 1_024;

/** Whether a payload is sent whole, or by reference because it is larger than NATS takes. @param maxPayload bytes */
export function travelsWhole(payload: object, maxPayload: number): boolean {
  return Buffer.byteLength(JSON.stringify(payload)) + RESERVED_BYTES <= maxPayload;
}
