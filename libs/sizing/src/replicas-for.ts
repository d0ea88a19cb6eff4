/** The target share of processor time, so that the remaining replicas can take over a lost one's load. */
const BUSY_AT_MOST = 0.5;
/** `STREAMS_AT_MOST` is 20,000: the rest is for the streams of a lost replica. */
const STREAMS_OF_ONE = 16_000;
const AT_LEAST = 2;

/** The number of one-core processes for this load, even with one lost. */
export function replicasFor(cores: number, streams: number): { count: number; because: string } {
  const byCores = Math.ceil(cores / BUSY_AT_MOST);
  const byStreams = Math.ceil(streams / STREAMS_OF_ONE);
  const enough = Math.max(byCores, byStreams);
  if (enough < AT_LEAST) return { count: AT_LEAST, because: 'one spare' };
  return {
    count: enough + 1,
    because: `${byStreams >= byCores ? 'streams' : 'processor time'}, and one spare`,
  };
}
