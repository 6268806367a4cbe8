// Watching searches: one or several on one clock, wound forward and back, and their solutions replayed.

import { Refusal } from "./engine.js";
import { explored, Film, Viewer } from "./film.js";
import { EVENTS } from "./picture.js";
import { number } from "./numbers.js";
import { drawn } from "./page.js";
import { Playback } from "./playback.js";

/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {import("./share.js").Shared} Shared */
/**
 * A strategy at work.
 * @typedef {object} Lane
 * @property {string} strategy
 * @property {Film | null} film
 * @property {Viewer | null} viewer
 * @property {Picture | null} final the answer, over what was explored
 * @property {any} answer
 * @property {"idle" | "running" | "done" | "stopped"} state
 * @property {any} measured what a run that nobody watched took
 * @property {{ film: Film, viewer: Viewer, words: string[], ends: number[] } | null} solution
 */
/** @typedef {"slow" | "watch" | "fast" | "once"} Pace */
/**
 * @typedef {object} Watching
 * @property {Lane[]} lanes
 * @property {boolean} race
 * @property {number} moment
 * @property {boolean} playing
 * @property {Pace} pace
 * @property {"search" | "solution"} film
 * @property {boolean} running
 * @property {string} nodes
 * @property {string} seconds
 * @property {Record<string, string>} options
 * @property {string | null} sentence what is happening at this moment
 * @property {boolean} sees whether what the search sees is shown
 * @property {Picture | null} overlay
 * @property {{ lesson: import("./data.js").Lesson, step: number } | null} lesson
 */

/** @type {Pace[]} */
export const PACES = ["slow", "watch", "fast", "once"];
/** Milliseconds for which a search may keep the page from doing anything else. */
const SLICE = 12;
/** Seconds that a search may take unless somebody says otherwise. */
const SECONDS = "60";

/** @param {string} strategy @returns {Lane} */
function lane(strategy) {
  return { strategy, film: null, viewer: null, final: null, answer: null, state: "idle", measured: null, solution: null };
}

/** @returns {Watching} */
export function fresh() {
  return {
    lanes: [], race: false, moment: 0, playing: false, pace: "watch", film: "search", running: false,
    nodes: "", seconds: SECONDS, options: {}, sentence: null, sees: false, overlay: null, lesson: null,
  };
}

export class Watch {
  /** @param {import("./page.js").Page} page */
  constructor(page) {
    this.page = page;
    this.player = new Playback(this);
    /** Where an address wants to be once enough has come. @type {number | null} */
    this.goal = null;
    /** @type {"search" | "solution"} */
    this.wanted = "search";
    this.lag = 0;
    /** Sorts of boards that were searched before anybody asked, once there is time for it. @type {Set<string> | null} */
    this.warmed = null;
    page.parts.push(this);
  }

  get watch() {
    return this.page.state.watch;
  }

  /** @param {Partial<Watching>} some */
  set(some) {
    this.page.store.change({ watch: { ...this.watch, ...some } });
  }

  /** @returns {Partial<Shared>} */
  told() {
    const { lanes, moment, film, nodes, seconds } = this.watch;
    const strategies = lanes.map(({ strategy }) => strategy);
    const limits = nodes || seconds !== SECONDS ? { limits: { nodes, seconds } } : {};
    return { strategies, ...limits, ...(lanes.some((one) => one.film) ? { moment, film } : {}) };
  }

  /**
   * Another board, or the same one from another address.
   * @param {Partial<Shared>} shared
   * @param {boolean} same
   */
  board(shared, same) {
    const { puzzle, tab } = this.page.state;
    if (shared.limits) this.set(shared.limits);
    const names = puzzle.strategies.map(({ name }) => name);
    const wanted = (shared.strategies ?? this.watch.lanes.map(({ strategy }) => strategy)).filter((name) => names.includes(name));
    const strategies = wanted.length > 0 ? wanted.slice(0, 4) : [puzzle.best];
    const unchanged = same && strategies.join() === this.watch.lanes.map(({ strategy }) => strategy).join();
    this.player.pause();
    if (this.warmed) setTimeout(() => this.warm(), 300);
    if (unchanged && this.watch.lanes.some(({ film }) => film)) {
      if (shared.moment !== undefined) this.player.show(shared.moment);
      return;
    }
    const { lesson } = this.watch;
    this.set({
      lanes: strategies.map(lane), race: strategies.length > 1, moment: 0, running: false, sentence: null, overlay: null, film: "search",
      lesson: same ? lesson : null, options: same ? this.watch.options : {},
    });
    // An address with a moment wants the search that leads there.
    if (shared.moment !== undefined && tab === "watch") {
      this.goal = shared.moment;
      this.wanted = shared.film ?? "search";
      this.run(false);
    }
  }

  /** Searches once, unseen: a browser compiles what is used first, and the user should not wait for that. */
  async warm() {
    const { page } = this;
    const { board, puzzle } = page.state;
    // Large boards are searched in other ways than small ones.
    const sort = `${puzzle.name} ${board.rows * board.cols > 10_000}`;
    if (!this.warmed || this.warmed.has(sort) || board.text === null) return;
    this.warmed.add(sort);
    const signal = page.store.begin("warm");
    try {
      for await (const _ of page.engine.run(board, { strategy: puzzle.best, nodes: 300_000, seconds: 1 }, signal)) continue;
    } catch {
      // It is compiled when it is needed, then.
    }
  }

  /** Another language: what was told in words is told anew. */
  learned() {
    const { lanes, running, moment } = this.watch;
    this.set({ sentence: null });
    if (running || !lanes.some(({ state }) => state === "done")) return;
    this.goal = moment;
    this.run(false);
  }

  /**
   * Chooses a strategy: the only one, or one more of a race.
   * @param {string} name
   */
  choose(name) {
    const { lanes, race } = this.watch;
    const names = lanes.map(({ strategy }) => strategy);
    const there = names.includes(name);
    const next = !race ? [name] : there ? names.filter((one) => one !== name) : [...names, name].slice(-4);
    if (next.length === 0) return;
    this.stop();
    this.set({ lanes: next.map(lane), moment: 0, sentence: null, overlay: null, film: "search" });
    this.page.address();
  }

  /** @param {boolean} race */
  compete(race) {
    const { puzzle } = this.page.state;
    const names = this.watch.lanes.map(({ strategy }) => strategy);
    const other = puzzle.strategies.find(({ name }) => !names.includes(name));
    this.stop();
    const next = race ? (other && names.length < 2 ? [other.name, ...names] : names) : names.slice(-1);
    this.set({ race, lanes: next.map(lane), moment: 0, sentence: null, overlay: null, film: "search" });
    this.page.address();
  }

  /** What limits say, or what is wrong with them. @returns {{ nodes?: number, seconds?: number } | string} */
  limits() {
    const { nodes, seconds } = this.watch;
    const most = number(nodes, this.page.state.about.lang);
    const time = number(seconds, this.page.state.about.lang);
    if (nodes.trim() && (most === null || !Number.isSafeInteger(most) || most < 1)) return "limit.nodes";
    if (seconds.trim() && (time === null || time <= 0)) return "limit.seconds";
    return { ...(nodes.trim() ? { nodes: most ?? 0 } : {}), ...(seconds.trim() ? { seconds: time ?? 0 } : {}) };
  }

  /**
   * Searches on all lanes, and plays what comes.
   * @param {boolean} [plays]
   */
  async run(plays = true) {
    const { page } = this;
    const limits = this.limits();
    if (typeof limits === "string") return page.store.change({ trouble: page.trouble(new Error(page.say(limits))) });
    this.page.calm();
    const signal = page.store.begin("run");
    page.store.stopAll(["moment", "solution", "measure"]);
    const lanes = this.watch.lanes.map(({ strategy }) => ({ ...lane(strategy), state: /** @type {const} */ ("running") }));
    this.set({ lanes, running: true, moment: 0, sentence: null, overlay: null, film: "search" });
    // Who wants no motion is shown the end.
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches || this.watch.pace === "once";
    if (plays && !still) this.player.play();
    await Promise.all(lanes.map((one) => this.search(one, limits, signal)));
    if (signal.aborted) return;
    this.set({ running: false });
    const { goal, wanted } = this;
    this.wanted = "search";
    if (goal !== null && wanted === "solution") await this.turn("solution");
    if (goal !== null) this.player.show(goal);
    else if (plays && still) this.player.show(Infinity);
    this.goal = null;
    this.page.address();
    await this.measure(limits);
  }

  /**
   * One strategy's search, as it comes.
   * @param {Lane} one
   * @param {{ nodes?: number, seconds?: number }} limits
   * @param {AbortSignal} signal
   */
  async search(one, limits, signal) {
    const { page } = this;
    const { board } = page.state;
    const more = { strategy: one.strategy, options: this.watch.options, ...limits };
    const opening = page.state.picture;
    let since = performance.now();
    try {
      for await (const frame of page.engine.run(board, more, signal)) {
        if (signal.aborted) return;
        if ("json" in frame) {
          if (frame.json.refused) page.store.change({ trouble: page.trouble(new Refusal(frame.json.refused)) });
          else this.conclude(one, frame.json);
        } else if ("strokes" in frame && !one.answer) {
          if (!one.film) {
            one.film = new Film(opening);
            one.viewer = new Viewer(one.film);
          }
          one.film.add(frame.strokes);
          this.soon();
        } else if ("strokes" in frame) {
          one.final = drawn(0, 0, frame.strokes, opening);
          if (one.film) explored(one.final, one.film);
          // A game is seen move by move: all its moves at once would hide the board.
          if (page.state.puzzle.game) one.final.links = one.final.links.slice(-1);
        }
        if (performance.now() - since > SLICE) {
          await new Promise((resume) => setTimeout(resume));
          since = performance.now();
        }
      }
    } catch (fault) {
      if (!signal.aborted) page.refused(fault, signal, () => this.run());
    }
    if (one.state === "running") one.state = "stopped";
    this.soon();
  }

  /** @param {Lane} one @param {any} answer */
  conclude(one, answer) {
    one.answer = answer;
    one.state = "done";
    this.soon();
  }

  /** Shows what came, at most once a frame. */
  soon() {
    if (this.lag) return;
    this.lag = requestAnimationFrame(() => {
      this.lag = 0;
      this.set({});
    });
  }

  /** Times are those of a run that nobody watched. @param {{ nodes?: number, seconds?: number }} limits */
  async measure(limits) {
    const { page } = this;
    const signal = page.store.begin("measure");
    for (const one of this.watch.lanes) {
      if (signal.aborted || one.state !== "done") continue;
      try {
        const { json } = await page.engine.whole("measure", page.state.board, { strategy: one.strategy, options: this.watch.options, ...limits }, signal);
        if (signal.aborted) return;
        one.measured = json.at(-1);
        this.set({});
      } catch (fault) {
        // A search that cannot be measured is still there to be watched.
        if (signal.aborted) return;
      }
    }
  }

  /** Ends what runs; what was found until then stays. */
  stop() {
    this.page.store.stopAll(["run", "measure", "moment"]);
    this.goal = null;
    this.player.pause();
    for (const one of this.watch.lanes) if (one.state === "running") one.state = "stopped";
    if (this.watch.running) this.set({ running: false });
  }

  /** Moments that can be shown: the events, and the answer after them. */
  end() {
    const { lanes, film } = this.watch;
    if (film === "solution") return lanes[0]?.solution?.film.events ?? 0;
    return Math.max(0, ...lanes.map((one) => (one.film?.events ?? 0) + (one.final ? 1 : 0)));
  }

  /**
   * What a lane shows at this moment: a picture, or somebody who watches a film.
   * @param {Lane} one
   * @returns {{ picture: Picture } | { viewer: Viewer, moment: number }}
   */
  source(one) {
    const { moment, film, overlay, lanes } = this.watch;
    if (film === "solution" && one.solution) return { viewer: one.solution.viewer, moment };
    if (!one.film || !one.viewer) return { picture: this.page.state.picture };
    if (overlay && lanes[0] === one) return { picture: overlay };
    if (one.final && moment > one.film.events) return { picture: one.final };
    return { viewer: one.viewer, moment };
  }

  /** The counters of a lane at this moment, by the name of their event. @param {Lane} one */
  tally(one) {
    const { moment, film } = this.watch;
    if (film === "solution" || !one.film) return [];
    // Beyond the last event stands the answer, after all that was done.
    const { tally } = (moment > one.film.events ? one.film.head : one.viewer?.picture) ?? { tally: null };
    if (!tally) return [];
    return EVENTS.flatMap((event, i) => (tally[i] > 0 ? [{ event, n: tally[i] }] : []));
  }

  /** Turns between the search and the solution. @param {"search" | "solution"} film */
  async turn(film) {
    this.player.pause();
    const [one] = this.watch.lanes;
    if (film === "solution" && one && !one.solution && !(await this.solve(one))) return;
    this.set({ film, moment: film === "search" ? (one?.film?.events ?? 0) + (one?.final ? 1 : 0) : 0, overlay: null, sentence: null });
    this.page.address();
  }

  /** Fetches the replay of a solution. @param {Lane} one */
  async solve(one) {
    const { page } = this;
    const signal = page.store.begin("solution");
    try {
      const { board } = page.state;
      const { json, strokes } = await page.engine.whole("solution", board, { strategy: one.strategy, options: this.watch.options }, signal);
      const told = json.at(-1);
      if (signal.aborted || !told.moves || strokes.length === 0) return false;
      const film = new Film(drawn(board.rows, board.cols, strokes[0], null));
      for (const more of strokes.slice(1)) film.add(more);
      const words = told.moves.map((/** @type {import("./engine.js").Move} */ { said }) => said ?? "");
      const ends = told.after ?? spread(film.events, words.length);
      one.solution = { film, viewer: new Viewer(film), words, ends };
      return true;
    } catch (fault) {
      page.refused(fault, signal, () => this.turn("solution"));
      return false;
    }
  }

  /** What happens at this moment, in words; and what the search sees, if that is wanted. */
  async explain() {
    const { page } = this;
    const { lanes, moment, film, playing, sees } = this.watch;
    const [one] = lanes;
    if (playing || film !== "search" || !one?.film || moment < 1 || moment > one.film.events || lanes.length > 1) return;
    const signal = page.store.begin("moment");
    // While the timeline is dragged, its end is announced.
    await new Promise((resume) => setTimeout(resume, 80));
    if (signal.aborted) return;
    try {
      const { board } = page.state;
      const { json, strokes } = await page.engine.whole("moment", board, { strategy: one.strategy, options: this.watch.options, moment, seconds: 5 }, signal);
      if (signal.aborted || this.watch.moment !== moment) return;
      const overlay = sees && strokes[0] ? drawn(board.rows, board.cols, strokes[0], null) : null;
      this.set({ sentence: json[0].sentence, overlay });
    } catch (fault) {
      // A moment without words is a picture all the same.
      if (!signal.aborted) this.set({ sentence: "" });
    }
  }
}

/** Ends of moves among events, where a move is several of them. @param {number} events @param {number} moves */
function spread(events, moves) {
  return Array.from({ length: moves }, (_, i) => Math.round(((i + 1) * events) / moves));
}
