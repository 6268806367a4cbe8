// One strategy on the board: its search as a film, the counters, the result and what can be kept
// of it.

import { Board } from "./board.js";
import { Film, Viewer } from "./film.js";
import { Grid } from "./grid.js";
import { EVENTS, Picture } from "./picture.js";
import { frames, post } from "./wire.js";

/** Milliseconds for which a search may keep the page from doing anything else. */
const SLICE = 12;

/**
 * @typedef {object} Scenery what all stages share
 * @property {(key: string) => string} say
 * @property {string[]} tones
 * @property {any} puzzle
 * @property {() => import("./wire.js").Ask} ask the question without its strategy
 * @property {(at: [number, number], event: KeyboardEvent) => void} press
 * @property {() => string} theme
 * @property {(fault: unknown) => void} refused
 * @property {() => number} moment which is on the page
 */

export class Stage {
  /**
   * @param {HTMLElement} root
   * @param {Scenery} scenery
   * @param {string} strategy
   */
  constructor(root, scenery, strategy) {
    const find = (/** @type {string} */ name) =>
      /** @type {HTMLElement} */ (root.querySelector(`.${name}`));
    this.root = root;
    this.find = find;
    this.scenery = scenery;
    const { say, tones, press } = scenery;
    const canvas = (/** @type {string} */ name) => /** @type {HTMLCanvasElement} */ (find(name));
    this.board = new Board(canvas("below"), canvas("above"), tones);
    this.grid = new Grid(find("grid"), say, tones, press);
    this.select = /** @type {HTMLSelectElement} */ (find("strategy"));
    this.select.replaceChildren(
      ...scenery.puzzle.strategies.map((/** @type {{ name: string }} */ { name }) => new Option(name)),
    );
    this.select.value = strategy;
    this.select.addEventListener("change", () => this.describe());
    this.describe();
    /** @type {Film | null} */
    this.film = null;
    /** @type {Viewer | null} */
    this.viewer = null;
    /** The picture with the answer in it, once there is one. @type {Picture | null} */
    this.final = null;
    /** @type {any} */
    this.answer = null;
    /** @type {AbortController | null} */
    this.running = null;
  }

  describe() {
    const { strategies } = this.scenery.puzzle;
    const chosen = strategies.find((/** @type {any} */ { name }) => name === this.select.value);
    this.find("about").textContent = chosen?.title ?? "";
  }

  /**
   * Shows an instance, with nothing searched.
   * @param {Picture} picture
   */
  open(picture) {
    this.film = new Film(picture);
    this.viewer = new Viewer(this.film);
    this.final = null;
    this.answer = null;
    this.find("result").hidden = true;
    this.board.show(this.viewer.picture);
    this.grid.show(this.viewer.picture);
    this.count();
    this.exports();
  }

  /**
   * Shows an answer that came without a film.
   * @param {any} answer
   * @param {Picture | null} picture
   */
  settle(answer, picture) {
    this.answer = answer;
    this.final = picture;
    if (picture) {
      this.board.show(picture);
      this.grid.show(picture);
    }
    this.conclude();
  }

  /** Searches; ends when the search ends or is cancelled. */
  async run() {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    const ask = { ...this.scenery.ask(), strategy: this.select.value };
    /** @type {Picture | null} */
    let picture = null;
    let opened = false;
    let since = performance.now();
    try {
      for await (const frame of frames(await post("run", ask, running.signal))) {
        if ("json" in frame) {
          if (frame.json.refused) this.scenery.refused(frame.json.refused);
          else if (!picture) picture = new Picture(frame.json.rows, frame.json.cols);
          else this.answer = frame.json;
        } else if (picture && !opened) {
          picture.apply(frame.strokes, 0, Infinity, null);
          this.open(picture);
          opened = true;
        } else if (this.answer && picture) {
          this.final = picture.copy();
          this.final.apply(frame.strokes, 0, Infinity, null);
        } else {
          this.film?.add(frame.strokes);
        }
        if (performance.now() - since > SLICE) {
          await new Promise((resume) => setTimeout(resume));
          since = performance.now();
        }
      }
    } catch (fault) {
      if (!running.signal.aborted) this.scenery.refused(fault);
    }
    if (this.running === running) this.running = null;
    if (this.answer) this.conclude();
  }

  cancel() {
    this.running?.abort();
  }

  /** Moments that can be shown: the events, and the answer after them. */
  moments() {
    return (this.film?.events ?? 0) + (this.final ? 1 : 0);
  }

  /**
   * Shows a moment.
   * @param {number} moment
   */
  seek(moment) {
    const { film, viewer, board } = this;
    if (!film || !viewer) return;
    if (this.final && moment > film.events) {
      viewer.seek(film.events, () => {});
      if (board.picture !== this.final) board.show(this.final);
    } else {
      const finale = board.picture !== viewer.picture;
      const single = viewer.seek(moment, (cell) => board.touch(cell));
      if (finale) board.show(viewer.picture);
      else if (single) board.ask();
      else board.all();
    }
    this.count();
  }

  /** The counters of the moment. */
  count() {
    const { viewer, scenery } = this;
    if (!viewer) return;
    const { tally } = viewer.picture;
    const rows = EVENTS.flatMap((event, i) => {
      if (tally[i] === 0) return [];
      const [term, value] = [document.createElement("dt"), document.createElement("dd")];
      term.textContent = scenery.say(`event.${event}`);
      value.textContent = tally[i].toLocaleString(document.documentElement.lang);
      return [term, value];
    });
    this.find("tally").replaceChildren(...rows);
  }

  /** Shows the grid as it is now, when nothing moves. */
  rest() {
    if (this.board.picture) this.grid.show(this.board.picture);
  }

  conclude() {
    const { answer, scenery, film } = this;
    this.find("result").hidden = false;
    this.find("outcome").textContent = scenery.say(`outcome.${answer.outcome}`);
    this.find("outcome").dataset.outcome = answer.outcome;
    const lines = [...answer.words, ...answer.notes];
    for (const [title, n] of answer.counters) lines.push(`${title}: ${n.toLocaleString()}`);
    if (film?.dropped) lines.push(`${scenery.say("dropped")}: ${film.dropped.toLocaleString()}`);
    this.find("words").replaceChildren(
      ...lines.map((line) => {
        const item = document.createElement("li");
        item.textContent = line;
        return item;
      }),
    );
    this.find("answer").textContent = answer.text ?? "";
    this.exports();
  }

  /** What is on the board now, as a picture of it is asked for. */
  shown() {
    const events = this.film?.events ?? 0;
    const moment = Math.min(this.scenery.moment(), events);
    const show = this.board.picture === this.final ? "solution" : events > 0 ? "search" : "instance";
    return { show, moment };
  }

  /** Offers what can be kept: what is on the board, the whole search, the answer or the question. */
  exports() {
    const { answer, scenery } = this;
    const button = (/** @type {string} */ title, /** @type {() => Promise<Blob>} */ make, /** @type {string} */ end) => {
      const element = document.createElement("button");
      element.type = "button";
      element.textContent = title;
      element.addEventListener("click", () => make().then((blob) => keep(blob, `tabuleiro.${end}`), scenery.refused));
      return element;
    };
    const picture = (/** @type {string} */ format) => async () => {
      const ask = {
        ...scenery.ask(),
        strategy: this.select.value,
        picture: { format, theme: scenery.theme(), ...this.shown() },
      };
      return (await post("draw", ask)).blob();
    };
    const text = (/** @type {string} */ type, /** @type {() => string} */ words) => async () => new Blob([words()], { type });
    this.find("exports").setAttribute("aria-label", scenery.say("keep"));
    this.find("exports").replaceChildren(
      ...["svg", "png", "gif"].map((format) => button(format.toUpperCase(), picture(format), format)),
      button("JSON", text("application/json", () => JSON.stringify(answer ?? scenery.ask(), null, 2)), "json"),
      button(scenery.say("text"), text("text/plain", () => (answer ? (answer.text ?? answer.words.join("\n")) : (scenery.ask().text ?? ""))), "txt"),
      ...(answer?.outcome === "impossible" && answer.data
        ? [button(scenery.say("certificate"), text("application/json", () => JSON.stringify(answer.data)), "proof.json")]
        : []),
    );
  }
}

/**
 * Offers something to be kept as a file.
 * @param {Blob} blob
 * @param {string} name
 */
function keep(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
