/** Says what was started to the process that asked for it, and ends it when that one does not listen any more. */
export async function serve(start) {
  const gone = new Promise((resolve) => process.once('disconnect', resolve));
  const { env, stop } = await start();
  if (process.connected) process.send(env);
  await gone;
  await stop();
  process.exit(0);
}
