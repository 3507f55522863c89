import { expect, test, vi } from "vitest";
import { withStreamSlot } from "./stream-slots.ts";

/** A window that holds or awaits a stream until it is closed. */
function openWindow() {
  const closing = new AbortController();
  const closed = new Promise<void>((done) => closing.signal.addEventListener("abort", () => done()));
  const window = { isReading: false, close: () => closing.abort(), over: Promise.resolve() };
  window.over = withStreamSlot(closing.signal, async () => {
    window.isReading = true;
    await closed;
    window.isReading = false;
  });
  return window;
}

test("four windows read at once, and a further one takes the stream of whichever closes first", async () => {
  for (let first = 0; first < 4; first += 1) {
    const windows = Array.from({ length: 4 }, openWindow);
    await expect.poll(() => windows.filter(({ isReading }) => isReading).length).toBe(4);
    const further = [openWindow(), openWindow()];
    await new Promise((done) => setTimeout(done, 20));
    expect(further.map(({ isReading }) => isReading)).toEqual([false, false]);
    windows[first]!.close();
    await expect.poll(() => further.filter(({ isReading }) => isReading).length).toBe(1);
    windows[(first + 1) % 4]!.close();
    await expect.poll(() => further.filter(({ isReading }) => isReading).length).toBe(2);
    for (const window of [...windows, ...further]) window.close();
    await Promise.all([...windows, ...further].map(({ over }) => over));
  }
});

test("a window that is closed while it waits takes no stream", async () => {
  const windows = Array.from({ length: 5 }, openWindow);
  await expect.poll(() => windows.filter(({ isReading }) => isReading).length).toBe(4);
  const waiting = windows.find(({ isReading }) => !isReading)!;
  waiting.close();
  await waiting.over;
  for (const window of windows) window.close();
  await Promise.all(windows.map(({ over }) => over));
  expect(waiting.isReading).toBe(false);
});

test("where the browser refuses locks a window reads all the same, once", async () => {
  const refusing = vi.spyOn(navigator.locks, "request").mockRejectedValue(new DOMException("no", "SecurityError"));
  let readings = 0;
  await withStreamSlot(new AbortController().signal, async () => {
    readings += 1;
  });
  refusing.mockRestore();
  expect(readings).toBe(1);
});
