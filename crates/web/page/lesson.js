// Guided lessons: captions, each with a board and a moment of a search. The page plays up to it and
// stops.

export class Lessons {
  /** @param {import("./watch.js").Watch} watch */
  constructor(watch) {
    this.watch = watch;
  }

  /** @param {import("./data.js").Lesson} lesson */
  begin(lesson) {
    this.watch.set({ lesson: { lesson, step: 0 } });
    return this.turn();
  }

  /** @param {number} step */
  go(step) {
    const { lesson } = this.watch.watch;
    if (!lesson) return;
    this.watch.set({ lesson: { lesson: lesson.lesson, step: Math.max(0, Math.min(step, lesson.lesson.steps.length - 1)) } });
    return this.turn();
  }

  /** One step on, or back: what a projector's remote control sends. @param {number} by */
  step(by) {
    const { lesson } = this.watch.watch;
    if (lesson) this.go(lesson.step + by);
  }

  end() {
    this.watch.stop();
    this.watch.set({ lesson: null });
  }

  /** Shows the board of the step, and plays its search up to the moment. */
  async turn() {
    const { watch } = this;
    const { page } = watch;
    const now = watch.watch.lesson;
    if (!now) return;
    const step = now.lesson.steps[now.step];
    const { board } = page.state;
    watch.stop();
    if (step.text && step.text !== board.text && !(await page.open(step.text))) return;
    // Another board ends a lesson, unless it is the lesson's own.
    watch.set({ lesson: now });
    const strategy = step.strategy ?? watch.watch.lanes[0]?.strategy;
    if (strategy !== watch.watch.lanes[0]?.strategy || watch.watch.lanes.length > 1) {
      watch.set({ race: false });
      watch.choose(strategy);
    }
    if (step.moment === null || step.moment === undefined) return;
    const { moment } = step;
    if (watch.watch.lanes[0]?.state !== "done") await watch.run(false);
    if (watch.watch.lesson !== now) return;
    watch.player.glide(moment < 0 ? Infinity : moment);
  }
}
