// The host of the library, as a worker is one, for tests: a line is a question, and so is an answer.
// `node host.mjs LIBRARY`; a question is {"verb", "body", "stop"}: after so many pauses the work is stopped.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const house = { frames: [], pauses: 0, stop: Infinity, failed: null };

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), {
  host: {
    now: () => performance.now(),
    send: (at, length) => house.frames.push(Buffer.from(instance.exports.memory.buffer.slice(at >>> 0, (at >>> 0) + length))),
    pause: () => (++house.pauses >= house.stop ? 1 : 0),
    failed: (at, length) => {
      house.failed = Buffer.from(instance.exports.memory.buffer.slice(at >>> 0, (at >>> 0) + length)).toString();
    },
  },
});
const library = instance.exports;
library.begin(7);

for await (const line of createInterface({ input: process.stdin })) {
  const { verb, body, stop } = JSON.parse(line);
  Object.assign(house, { frames: [], pauses: 0, stop: stop ?? Infinity });
  const parts = [verb, body].map((text) => Buffer.from(text));
  const at = library.room(parts[0].length + parts[1].length) >>> 0;
  const room = new Uint8Array(library.memory.buffer, at);
  room.set(parts[0]);
  room.set(parts[1], parts[0].length);
  try {
    library.ask(parts[0].length);
  } catch (fault) {
    house.failed ??= String(fault);
  }
  const frames = house.failed ? { failed: house.failed } : { frames: Buffer.concat(house.frames).toString("hex") };
  process.stdout.write(`${JSON.stringify({ ...frames, memory: library.memory.buffer.byteLength, pauses: house.pauses })}\n`);
  if (house.failed) break;
}
