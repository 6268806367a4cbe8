// Films in time: play, pause, steps, and the way to a moment.

export class Playback {
  /** @param {import("./watch.js").Watch} watching */
  constructor(watching) {
    this.watching = watching;
    /** Time of the last frame, events due that are less than one, and which loop goes on. */
    this.clock = { last: 0, due: 0, loop: 0 };
  }

  /** Events a second. */
  rate() {
    const { pace, film, lanes } = this.watching.watch;
    const end = this.watching.end();
    if (film === "solution") {
      const moves = lanes[0]?.solution?.words.length || end;
      const each = end / (moves || 1);
      return { slow: each, watch: Math.max(2 * each, end / 15), fast: Math.max(6 * each, end / 4), once: Infinity }[pace];
    }
    return { slow: 2, watch: Math.max(4, end / 15), fast: Math.max(30, end / 3), once: Infinity }[pace];
  }

  play() {
    const { moment, running } = this.watching.watch;
    // Who plays what is not there yet wants it searched.
    if (this.watching.end() === 0 && !running) return void this.watching.run();
    if (moment >= this.watching.end() && !running) this.show(0);
    this.clock.last = performance.now();
    this.clock.due = 0;
    // Only the latest loop goes on: none pile up.
    const loop = ++this.clock.loop;
    this.watching.set({ playing: true });
    const frame = (/** @type {number} */ now) => {
      if (loop !== this.clock.loop) return;
      this.clock.due += (Math.max(0, now - this.clock.last) / 1000) * this.rate();
      this.clock.last = now;
      const whole = this.clock.due === Infinity ? Infinity : Math.floor(this.clock.due);
      this.clock.due = whole === Infinity ? 0 : this.clock.due - whole;
      if (whole > 0) this.advance(this.watching.watch.moment + whole);
      if (this.watching.watch.moment >= this.watching.end() && !this.watching.watch.running) this.pause();
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  pause() {
    this.clock.loop += 1;
    if (!this.watching.watch.playing) return;
    this.watching.set({ playing: false });
    this.watching.page.address();
  }

  /** Goes to a moment and stays there. @param {number} moment */
  show(moment) {
    this.pause();
    this.watching.goal = null;
    this.advance(moment);
    this.watching.page.address();
  }

  /**
   * Plays up to a moment, in a few seconds, and stops there.
   * @param {number} moment
   */
  glide(moment) {
    const to = Math.min(moment, this.watching.end());
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (still || to <= this.watching.watch.moment) return this.show(to);
    const loop = ++this.clock.loop;
    this.watching.set({ playing: true });
    const [from, begun] = [this.watching.watch.moment, performance.now()];
    const time = Math.min(4000, 350 * (to - from));
    const frame = (/** @type {number} */ now) => {
      if (loop !== this.clock.loop) return;
      const share = Math.min(1, Math.max(0, now - begun) / time);
      this.advance(Math.round(from + share * (to - from)));
      if (share < 1) requestAnimationFrame(frame);
      else this.show(to);
    };
    requestAnimationFrame(frame);
  }

  /** @param {number} moment */
  advance(moment) {
    const to = Math.max(0, Math.min(moment, this.watching.end()));
    this.watching.set({ moment: to, overlay: null, sentence: null });
  }

  /** One event on, or back. @param {number} by */
  step(by) {
    const { film, lanes, moment } = this.watching.watch;
    const ends = film === "solution" ? lanes[0]?.solution?.ends : null;
    if (!ends) return this.show(moment + by);
    const next = by > 0 ? ends.find((end) => end > moment) : ends.findLast((end) => end < moment);
    this.show(next ?? (by > 0 ? Infinity : 0));
  }
}
