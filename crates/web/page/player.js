// Play, pause, step, step back, and the timeline, for all stages at once.

/** @typedef {import("./stage.js").Stage} Stage */

export class Player {
  /**
   * @param {() => Stage[]} stages
   * @param {(key: string) => string} say
   */
  constructor(stages, say) {
    const find = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
    const input = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (find(id));
    this.stages = stages;
    this.say = say;
    this.moment = 0;
    this.playing = false;
    /** Time at which the last frame was shown, and events due that are less than one. */
    this.last = 0;
    this.due = 0;
    this.timeline = input("timeline");
    this.speed = input("speed");
    this.shown = find("moment");
    this.pace = find("rate");
    this.button = find("play");
    find("first").addEventListener("click", () => this.go(0));
    find("back").addEventListener("click", () => this.go(this.moment - 1));
    find("step").addEventListener("click", () => this.go(this.moment + 1));
    find("last").addEventListener("click", () => this.go(Infinity));
    this.button.addEventListener("click", () => (this.playing ? this.pause() : this.play()));
    this.speed.addEventListener("input", () => this.label());
    this.timeline.addEventListener("input", () => this.go(Number(this.timeline.value)));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const writing = event.target instanceof Element && event.target.closest("input, textarea, select");
    if (writing || event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = {
      ",": () => this.go(this.moment - 1),
      ".": () => this.go(this.moment + 1),
      p: () => (this.playing ? this.pause() : this.play()),
      Home: () => this.go(0),
      End: () => this.go(Infinity),
    };
    const act = keys[/** @type {keyof typeof keys} */ (event.key)];
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** Events a second. */
  rate() {
    return 10 ** Number(this.speed.value);
  }

  end() {
    return Math.max(0, ...this.stages().map((stage) => stage.moments()));
  }

  play() {
    if (this.moment >= this.end() && !this.running()) this.moment = 0;
    this.playing = true;
    this.last = performance.now();
    this.label();
    requestAnimationFrame((now) => this.frame(now));
  }

  running() {
    return this.stages().some((stage) => stage.running);
  }

  pause() {
    this.playing = false;
    this.label();
    for (const stage of this.stages()) stage.rest();
  }

  /** @param {number} now */
  frame(now) {
    if (!this.playing) return;
    this.due += ((now - this.last) / 1000) * this.rate();
    this.last = now;
    const whole = Math.floor(this.due);
    this.due -= whole;
    if (whole > 0) this.show(this.moment + whole);
    if (this.moment >= this.end() && !this.running()) this.pause();
    else requestAnimationFrame((later) => this.frame(later));
  }

  /**
   * Goes to a moment and stays there.
   * @param {number} moment
   */
  go(moment) {
    this.playing = false;
    this.show(moment);
    this.pause();
  }

  /** @param {number} moment */
  show(moment) {
    const end = this.end();
    this.moment = Math.max(0, Math.min(moment, end));
    for (const stage of this.stages()) stage.seek(this.moment);
    this.timeline.max = String(end);
    this.timeline.value = String(this.moment);
    const count = (/** @type {number} */ n) => n.toLocaleString(document.documentElement.lang);
    this.shown.textContent = `${count(this.moment)} / ${count(end)}`;
  }

  label() {
    this.button.textContent = this.playing ? "❚❚" : "▶";
    this.button.setAttribute("aria-label", this.say(this.playing ? "pause" : "play"));
    const rate = `${Math.round(this.rate()).toLocaleString(document.documentElement.lang)} ${this.say("rate")}`;
    this.pace.textContent = rate;
    this.speed.setAttribute("aria-valuetext", rate);
  }
}
