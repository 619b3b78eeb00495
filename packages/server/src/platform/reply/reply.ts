// Reads replies of other servers, which may be longer than permitted.

/** Returns the body. Throws a RangeError and cancels the rest if it is longer than `bytesMax`. */
export async function readReply(response: Response, bytesMax: number): Promise<Buffer> {
  if (response.body === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const body: AsyncIterable<Uint8Array> = response.body;
  // Leaving the loop by throwing cancels the rest of the body.
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw new RangeError(`The reply is longer than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
