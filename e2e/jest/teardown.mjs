export default async function teardown() {
  await globalThis.burgeeWorld?.stop();
}
