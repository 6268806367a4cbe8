// The page begins: it learns what there is, shows the state whenever it changes, and listens to what
// is not a part of any tab.

import { find, h, show } from "./dom.js";
import { view as dialogView } from "./dialogs.js";
import { Edit, fresh as freshEdit } from "./edit.js";
import { point, view as editView } from "./edit-view.js";
import { Engine, Server } from "./engine.js";
import { Fresh, fresh as freshMaking } from "./fresh.js";
import { Lessons } from "./lesson.js";
import { Page, TABS, drawn, kept } from "./page.js";
import { Picture } from "./picture.js";
import { Play, fresh as freshGame } from "./play.js";
import { view as playView } from "./play-view.js";
import { Prove, fresh as freshProving, view as proveView } from "./prove.js";
import { Saving } from "./save.js";
import { Stage } from "./stage.js";
import { telling, thumb } from "./thumb.js";
import { paint as paintTimeline, view as timelineView } from "./timeline.js";
import { Touch } from "./touch.js";
import { Watch, fresh as freshWatch } from "./watch.js";
import { view as watchView } from "./watch-view.js";

/** @typedef {import("./page.js").State} State */
/** @typedef {import("./page.js").Tab} Tab */

class App {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.play = new Play(page);
    this.touch = new Touch(this.play);
    this.watch = new Watch(page);
    this.prove = new Prove(page);
    this.edit = new Edit(page);
    this.fresh = new Fresh(page);
    this.lessons = new Lessons(this.watch);
    this.saving = new Saving(page, this.watch);
    this.stage = new Stage(page, this, { boards: find("boards"), legend: find("legend"), caption: find("caption") });
    /** Signs of the puzzles, by name. @type {Record<string, Picture>} */
    this.signs = {};
    /** The trouble whose place was shown last. @type {import("./page.js").Trouble | null} */
    this.pointed = null;
    /** The moment that was explained last. */
    this.explained = "";
    page.store.watch((state) => this.show(state));
    listen(this);
  }

  /** @param {State} state */
  show(state) {
    const { page } = this;
    const root = document.documentElement;
    root.lang = state.about.lang;
    root.dataset.theme = page.theme().name;
    document.body.classList.toggle("projector", state.projector);
    document.body.dataset.tab = state.tab;
    document.title = `${state.puzzle.title} · Tabuleiro`;
    find("skip").textContent = page.say("skip");
    find("panel").setAttribute("aria-label", page.say(`tab.${state.tab}`));
    find("stage").setAttribute("aria-label", page.say("board"));
    find("boards").setAttribute("aria-busy", String(state.busy));
    show(find("bar"), this.bar(state));
    show(find("messages"), this.messages(state));
    show(find("tabs"), TABS.map((tab) => this.tab(state, tab)));
    find("tabs").setAttribute("aria-label", page.say("tabs"));
    const panel = find("tab");
    panel.setAttribute("aria-labelledby", `tab-${state.tab}`);
    // Counters are of the moment that the boards show.
    this.stage.show(state);
    show(panel, h("div", { key: `${state.tab} ${state.watch.lesson ? "lesson" : ""}`, class: "tab-inside" }, this.panel(state)));
    const footer = find("player");
    footer.hidden = state.tab !== "watch";
    footer.setAttribute("aria-label", page.say("player"));
    if (!footer.hidden) show(footer, timelineView(this.watch));
    if (!footer.hidden) paintTimeline(this.watch);
    this.dialog(state);
    this.explain(state);
    if (state.trouble && state.trouble !== this.pointed && state.trouble.file === "text") point(state.trouble);
    this.pointed = state.trouble;
  }

  /** @param {State} state */
  panel(state) {
    switch (state.tab) {
      case "play":
        return playView(this.play);
      case "watch":
        return watchView(this.watch, this.lessons);
      case "prove":
        return proveView(this.prove);
      case "edit":
        return editView(this.edit);
    }
  }

  /** @param {State} state */
  bar(state) {
    const { page } = this;
    const open = (/** @type {string} */ dialog) => () => {
      page.store.change({ trouble: null });
      page.store.change({ dialog });
    };
    return [
      h("b", { key: "name", class: "name", "aria-hidden": "true" }, "Tabuleiro"),
      h(
        "nav", { key: "puzzles", id: "puzzles", "aria-label": page.say("puzzle") },
        state.about.puzzles.map(({ name, title }) => {
          const sign = this.signs[name];
          return h(
            "button", { type: "button", key: name, "data-puzzle": name, title, "aria-current": name === state.puzzle.name ? "page" : false, onclick: () => this.choose(name) },
            sign ? thumb(sign, page.theme(), state.about.tones, 26, `sign ${name}`) : null,
            h("span", { class: "puzzle-name" }, title),
          );
        }),
      ),
      h(
        "div", { class: "bar-end", key: "end" },
        h("button", { type: "button", id: "new", onclick: () => this.fresh.begin() }, page.say("new")),
        h("button", { type: "button", id: "share", "aria-label": page.say("share"), title: page.say("share"), onclick: open("share") }, h("svg", { viewBox: "0 0 20 20", "aria-hidden": "true", class: "sign narrow-only" }, h("path", { d: "M10 13V2M6 5.5l4-4 4 4M4 9.5V18h12V9.5", fill: "none" })), h("span", { class: "wide-only" }, page.say("share"))),
        h("button", { type: "button", id: "settings", class: "icon", "aria-label": page.say("settings"), title: page.say("settings"), onclick: open("settings") }, "⚙"),
        h("button", { type: "button", id: "keys", class: "icon wide-only", "aria-label": page.say("keys"), title: `${page.say("keys")} (?)`, onclick: open("keys") }, "?"),
      ),
    ];
  }

  /** @param {string} name */
  async choose(name) {
    this.watch.set({ lesson: null });
    // Whoever has scrolled down on a telephone wants to see the board.
    scrollTo(0, 0);
    await this.page.choose(name);
  }

  /** @param {State} state @param {Tab} tab */
  tab(state, tab) {
    const chosen = tab === state.tab;
    return h(
      "button",
      {
        type: "button", role: "tab", key: tab, id: `tab-${tab}`, "aria-selected": String(chosen), "aria-controls": "tab", tabIndex: chosen ? 0 : -1,
        onclick: () => this.page.turn(tab),
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
          if (by === 0) return;
          event.preventDefault();
          const next = TABS[(TABS.indexOf(tab) + by + TABS.length) % TABS.length];
          this.page.turn(next);
          setTimeout(() => find(`tab-${next}`).focus());
        },
      },
      this.page.say(`tab.${tab}`),
    );
  }

  /** What is wrong, what is new, and what can be done about it. @param {State} state */
  messages(state) {
    const { page } = this;
    const { trouble, notice, gone, board } = state;
    const dismiss = h("button", { type: "button", class: "icon", "aria-label": page.say("dismiss"), onclick: () => page.calm() }, "×");
    return [
      gone ? h("div", { class: "message bad", role: "alert", key: "gone", id: "gone" }, h("span", null, page.say("gone")), h("button", { type: "button", id: "retry", onclick: () => page.retry() }, page.say("retry"))) : null,
      trouble && state.dialog === null
        ? h("div", { class: "message bad", role: "alert", key: "trouble" }, h("div", { id: "trouble" }, trouble.text && trouble.line !== null ? h("pre", { tabIndex: 0 }, trouble.text) : [h("span", null, trouble.message), trouble.help ? h("span", { class: "help" }, trouble.help) : null]), dismiss)
        : null,
      notice ? h("div", { class: "message", role: "status", key: "notice", id: "notice" }, h("span", null, notice), dismiss) : null,
      board.instances > 1 && board.several !== null
        ? h("label", { class: "message", key: "which" }, page.say("which", { n: board.instances }), " ", h("input", { type: "number", id: "which", min: 1, max: board.instances, value: String(board.instance + 1), onchange: (/** @type {Event} */ event) => {
            const wanted = Number(/** @type {HTMLInputElement} */ (event.target).value);
            const instance = Math.max(0, Math.min(board.instances, Number.isInteger(wanted) ? wanted : 1) - 1);
            page.open(board.several, { instance, several: board.several });
          } }))
        : null,
      state.projector ? this.remote(state) : null,
    ];
  }

  /** What can be done while the board is alone: go on with a lesson, and leave. @param {State} state */
  remote({ watch: { lesson }, tab }) {
    const { page, lessons } = this;
    const button = (/** @type {string} */ id, /** @type {string} */ key, /** @type {boolean} */ off, /** @type {() => void} */ act) =>
      h("button", { type: "button", key: id, id, disabled: off, onclick: act }, page.say(key));
    return h(
      "div", { class: "remote", key: "remote" },
      lesson && tab === "watch"
        ? [
            button("remote-back", "lesson.back", lesson.step === 0, () => lessons.step(-1)),
            button("remote-next", "lesson.next", lesson.step + 1 >= lesson.lesson.steps.length, () => lessons.step(1)),
          ]
        : null,
      button("leave", "projector.leave", false, () => page.store.change({ projector: false })),
    );
  }

  /** @param {State} state */
  dialog(state) {
    const dialog = /** @type {HTMLDialogElement} */ (find("dialog"));
    show(dialog, state.dialog === null ? null : h("div", { class: `dialog-inside ${state.dialog}`, key: state.dialog }, dialogView(this.page, { fresh: this.fresh, save: (kind) => this.saving.save(kind), copy: () => this.saving.copy(), copied: () => this.saving.copied })));
    if (state.dialog !== null && !dialog.open) dialog.showModal();
    if (state.dialog === null && dialog.open) dialog.close();
  }

  /** Says what happens at a moment, once nothing moves. @param {State} state */
  explain(state) {
    const { watch, tab } = state;
    if (tab !== "watch" || watch.playing || watch.sentence !== null) return;
    const key = [state.board.text, watch.moment, watch.film, watch.sees, watch.lanes[0]?.strategy].join(" ");
    if (key === this.explained && watch.sentence !== null) return;
    this.explained = key;
    this.watch.explain();
  }

  /** Draws the signs of the puzzles. */
  async draw() {
    const { page } = this;
    const { puzzles, tones } = page.state.about;
    for (const { name, examples } of puzzles) {
      try {
        const [{ text }] = examples;
        const { json, strokes } = await page.engine.open({ puzzle: name, text, number: null }, {});
        this.signs = { ...this.signs, [name]: telling(drawn(json[0].rows, json[0].cols, strokes[0], null), 3, tones.indexOf("outside")) };
        page.store.change({});
      } catch {
        // A puzzle without a sign has its name.
      }
    }
  }
}

/** What belongs to no tab. @param {App} app */
function listen(app) {
  const { page, play, watch, fresh, stage } = app;
  const board = () => stage.panes[0]?.board;
  const zoom = (/** @type {number} */ factor) => {
    const there = board();
    there?.zoom(factor, there.width / 2, there.height / 2);
  };
  /** @type {Record<string, () => void>} */
  const everywhere = {
    "?": () => page.store.change({ dialog: "keys" }),
    f: () => page.store.change({ projector: !page.state.projector }),
    n: () => fresh.begin(),
    "+": () => zoom(1.3),
    "-": () => zoom(1 / 1.3),
    0: () => board()?.fit(),
  };
  /** @type {Partial<Record<Tab, Record<string, () => void>>>} */
  const tabs = {
    play: { u: () => play.undo(), r: () => play.redo(), h: () => play.hint() },
    edit: { u: () => app.edit.undo(), r: () => app.edit.redo() },
    watch: {
      ",": () => watch.player.step(-1), ".": () => watch.player.step(1), p: () => (watch.watch.playing ? watch.player.pause() : watch.player.play()),
      Home: () => watch.player.show(0), End: () => watch.player.show(Infinity),
      PageUp: () => app.lessons.step(-1), PageDown: () => app.lessons.step(1),
    },
  };
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    const writing = target instanceof Element && target.closest("textarea, select, input:not([type=checkbox]):not([type=radio]):not([type=range])");
    if (writing || page.state.dialog !== null || event.altKey) return;
    const held = event.ctrlKey || event.metaKey;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (held && (key === "z" || key === "y")) {
      const back = key === "z" && !event.shiftKey;
      const act = page.state.tab === "edit" ? app.edit : play;
      event.preventDefault();
      return back ? act.undo() : act.redo();
    }
    if (held) return;
    if (key === "Escape" && page.state.projector) return page.store.change({ projector: false });
    const sliding = target instanceof HTMLInputElement && target.type === "range" && (key === "Home" || key === "End");
    const paging = (key === "PageUp" || key === "PageDown") && page.state.watch.lesson === null;
    const act = tabs[page.state.tab]?.[key] ?? everywhere[key];
    if (!act || sliding || paging) return;
    event.preventDefault();
    act();
  });
  find("dialog").addEventListener("close", () => {
    if (page.state.dialog !== null) page.store.change({ dialog: null });
  });
  find("dialog").addEventListener("click", (event) => {
    // A click beside it closes it.
    if (event.target === find("dialog")) page.store.change({ dialog: null });
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    fresh.receive(event.dataTransfer);
  });
  document.addEventListener("paste", (event) => {
    const writing = event.target instanceof Element && event.target.closest("input, textarea");
    if (!writing) fresh.receive(event.clipboardData);
  });
  window.addEventListener("hashchange", () => page.arrive(false));
  window.addEventListener("popstate", () => page.arrive(false));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => page.store.change({}));
  window.addEventListener("resize", () => page.store.change({}));
}

/** @returns {import("./page.js").Settings} */
function settings() {
  const usual = { theme: "", lang: "", clock: false, judge: false, show: true };
  try {
    return { ...usual, ...JSON.parse(kept("settings") ?? "{}") };
  } catch {
    return usual;
  }
}

/** Who carries questions: the server, or workers where the page lies on a host of files. */
async function carrier() {
  if (document.documentElement.dataset.engine !== "worker") return new Server();
  const { Workers } = await import("./engine-worker.js");
  return new Workers();
}

/**
 * What a page without a server does once it is there.
 * @param {import("./engine-worker.js").Workers} workers
 * @param {Watch} watch
 */
async function away(workers, watch) {
  // What was fetched by now is not sent again. Without a service worker the page is there all the same, as
  // long as there is a network.
  navigator.serviceWorker?.register("service.js").catch(() => {});
  await workers.prepare();
  watch.warmed = new Set();
  await watch.warm();
}

async function start() {
  const engine = new Engine(await carrier());
  const set = settings();
  const about = await engine.about(set.lang || navigator.language);
  const [puzzle] = about.puzzles;
  const page = new Page(engine, {
    about, puzzle, tab: "play", settings: set,
    board: { puzzle: puzzle.name, text: null, number: null, rows: 1, cols: 1, instances: 1, instance: 0, several: null },
    picture: new Picture(1, 1), trouble: null, notice: null, gone: false, busy: true, dialog: null, projector: false,
    game: freshGame(), watch: freshWatch(), prove: freshProving(), edit: freshEdit(), fresh: freshMaking(),
  });
  const app = new App(page);
  await page.arrive(true);
  document.body.dataset.ready = String(Math.round(performance.now()));
  // First of all the board is seen.
  await new Promise((resume) => requestAnimationFrame(() => setTimeout(resume)));
  await app.draw();
  if (!(engine.carrier instanceof Server)) await away(/** @type {import("./engine-worker.js").Workers} */ (engine.carrier), app.watch);
}

start().catch((fault) => {
  // Nothing is there to say it with, not even words.
  document.body.textContent = `Tabuleiro: ${fault.message}`;
});
