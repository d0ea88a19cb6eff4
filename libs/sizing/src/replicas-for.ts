/** Of its processor time, so that those that are left can take what one loses. */
const BUSY_AT_MOST = 0.5;
/** `STREAMS_AT_MOST` is 20,000: the others are for those of a replica that is lost. */
const STREAMS_OF_ONE = 16_000;
const AT_LEAST = 2;

/** How many processes of one core carry this, also while one is lost. */
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
