// The tab in which people play: the rules in a few sentences, what can be done, hints, the verdict.

import { h } from "./dom.js";
import { rules } from "./rules.js";

/** @typedef {import("./dom.js").Loose} Loose */
/** @typedef {import("./play.js").Play} Play */

/**
 * @param {Play} play
 * @returns {Loose}
 */
export function view(play) {
  const { page, game } = play;
  const say = page.say.bind(page);
  if (game.unable) {
    return [
      brief(play),
      h("p", { class: "card", id: "unable" }, game.unable),
      h("div", { class: "row" }, h("button", { type: "button", class: "main", onclick: () => page.turn("watch") }, say("play.watch"))),
    ];
  }
  const won = game.told?.state === "won";
  return [
    won ? victory(play) : brief(play),
    won ? null : keypad(play),
    history(play),
    won ? null : [
      h("div", { class: "row hint-row" }, hintButton(play), h("button", { type: "button", id: "check", onclick: () => play.check() }, say("check"))),
      hint(play),
    ],
    said(play),
    won ? null : verdict(play),
    steps(play),
  ];
}

/** @param {Play} play */
function brief(play) {
  const { page, game } = play;
  const { puzzle } = page.state;
  const brief = puzzle.brief ?? [puzzle.summary];
  return h(
    "section", { class: "brief", key: "rules" },
    h("h2", { class: "narrow-only" }, puzzle.title),
    game.made === 0 || !game.told ? brief.map((sentence) => h("p", null, sentence)) : null,
    h("button", { type: "button", class: "link", onclick: () => rules(page) }, page.say("rules")),
  );
}

/** @param {Play} play */
function victory(play) {
  const { page, game } = play;
  const fewest = game.fewest;
  const against = fewest === null ? null : fewest < game.made ? page.say("won.more", { n: fewest }) : page.say("won.best");
  return h(
    "section", { class: "card won", key: "won", id: "won", role: "status" },
    h("h2", null, page.say("won")),
    h("p", null, page.say("won.moves", { n: game.made }), " ", against),
    page.state.settings.clock ? h("p", null, page.say("clock"), ": ", clock(game.elapsed)) : null,
    h(
      "div", { class: "row" },
      h("button", { type: "button", onclick: () => replay(play) }, page.say("replay")),
      h("button", { type: "button", onclick: () => play.restart() }, page.say("again")),
      h("button", { type: "button", class: "main", onclick: () => page.store.change({ dialog: "new" }) }, page.say("next_board")),
      h("button", { type: "button", onclick: () => page.store.change({ dialog: "share" }) }, page.say("share")),
    ),
  );
}

/** Shows the whole game again, move by move. @param {Play} play */
function replay(play) {
  const all = play.game.moves.length;
  const signal = play.page.store.begin("replay");
  play.go(0);
  const step = () => {
    if (signal.aborted || play.game.made >= all || play.page.state.tab !== "play") return;
    play.redo();
    setTimeout(step, 600);
  };
  setTimeout(step, 600);
}

/** @param {Play} play */
function history(play) {
  const { page, game } = play;
  const button = (/** @type {string} */ id, /** @type {string} */ sign, /** @type {() => void} */ act, /** @type {boolean} */ off) =>
    h("button", { type: "button", id, class: "icon", disabled: off, "aria-label": page.say(id), title: page.say(id), onclick: act }, sign);
  return h(
    "div", { class: "row spread", key: "history" },
    h(
      "div", { class: "row" },
      button("undo", "↶", () => play.undo(), game.made === 0),
      button("redo", "↷", () => play.redo(), game.made >= game.moves.length),
      button("restart", "⟲", () => play.restart(), game.made === 0),
    ),
    h("output", { id: "moves-made", class: "number" }, page.say(game.made === 1 ? "moves.one" : "moves", { n: game.made })),
    page.state.settings.clock ? h("output", { id: "clock", class: "number" }, clock(game.elapsed)) : null,
  );
}

/** @param {number} ms */
function clock(ms) {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** @param {Play} play */
function hintButton(play) {
  const { hint, asking } = play.game;
  const key = asking ? "asking" : !hint || hint.hint.advice !== "step" ? "hint" : hint.stage === 1 ? "hint.why" : "hint.do";
  return h("button", { type: "button", id: "hint", class: "main", "aria-busy": asking ? "true" : false, onclick: () => play.hint() }, play.page.say(key));
}

/** @param {Play} play */
function hint(play) {
  const { page, game } = play;
  if (!game.hint) return null;
  const { hint: told, stage } = game.hint;
  if (told.advice !== "step" || !told.step) {
    const list = told.faults?.map((fault) => h("li", null, page.sentence(fault.text)));
    return h("div", { class: "card hint", id: "hint-said", role: "status", key: "hint" }, h("p", null, page.say(`hint.${told.advice}`)), list && list.length > 0 ? h("ul", null, list) : null);
  }
  const technique = page.state.puzzle.techniques?.find(({ name }) => name === told.step?.technique);
  return h(
    "div", { class: "card hint", id: "hint-said", role: "status", key: "hint", "data-stage": stage },
    h("p", { class: "where" }, page.sentence(told.step.where)),
    stage > 1 ? h("p", { class: "why" }, page.sentence(told.step.why)) : null,
    stage > 1 && told.step.story.length > 0 ? h("details", null, h("summary", null, page.say("hint.more")), h("ul", null, told.step.story.map((line) => h("li", null, page.sentence(line))))) : null,
    stage > 1 && technique ? h("p", { class: "soft small", title: technique.about }, technique.title) : null,
  );
}

/** What was refused, and which rules are broken. @param {Play} play */
function said(play) {
  const { page, game } = play;
  const faults = game.told?.faults ?? [];
  const list = game.checked && faults.length > 0 ? h("ul", { id: "faults" }, faults.map((fault) => h("li", null, page.sentence(fault.text)))) : null;
  return [
    game.refusal ? h("p", { class: "card bad", id: "refusal", role: "alert", key: "refusal" }, page.sentence(game.refusal)) : null,
    game.checked ? h("div", { class: faults.length > 0 ? "card bad" : "card good", id: "checked", role: "status", key: "checked" }, h("p", null, page.say(faults.length > 0 ? "check.bad" : "check.good")), list) : null,
    game.told?.state === "stuck" && faults.length === 0 ? h("p", { class: "card bad", id: "stuck", role: "status", key: "stuck" }, page.say("stuck")) : null,
  ];
}

/** @param {Play} play */
function verdict(play) {
  const { page, game } = play;
  const { verdict: told } = game;
  const words = told && told !== "asked" ? [told.words ?? []].flat() : [];
  const since = told && told !== "asked" && told.outcome === "lost" ? (told.since ?? null) : null;
  return h(
    "section", { class: "verdict", key: "verdict" },
    h("div", { class: "row spread" },
      h("button", { type: "button", id: "verdict", disabled: told === "asked", onclick: () => play.verdict(true) }, page.say("verdict")),
      h("label", { class: "check" }, h("input", { type: "checkbox", id: "judge", checked: page.state.settings.judge, onchange: (/** @type {Event} */ event) => {
        page.set({ judge: /** @type {HTMLInputElement} */ (event.target).checked });
        play.judge();
      } }), page.say("judge")),
    ),
    told === "asked" ? h("p", { class: "soft", role: "status" }, page.say("asking")) : null,
    told && told !== "asked"
      ? h(
          "div", { class: `card ${told.outcome === "won" ? "good" : told.outcome === "lost" ? "bad" : ""}`, id: "verdict-said", role: "status", "data-outcome": told.outcome },
          h("p", null, told.outcome === "won" ? page.say("verdict.won", { n: told.continuation?.length ?? 0 }) : page.say(`verdict.${told.outcome}`)),
          since !== null ? h("p", null, page.say("verdict.since", { n: since })) : null,
          since !== null && since < game.made ? h("button", { type: "button", id: "go-back", onclick: () => play.go(since) }, page.say("verdict.back", { n: since })) : null,
          words.length > 0 ? words.map((line) => h("p", { class: "small" }, page.sentence(line.split("\n")[0]))) : null,
          told.proof ? h("details", null, h("summary", null, page.say("proof.text")), h("pre", { tabIndex: 0 }, told.proof)) : null,
        )
      : null,
  );
}

/** Numbers to tap, and what else can be done at the chosen square. @param {Play} play */
function keypad(play) {
  const { page, game } = play;
  const actions = page.state.puzzle.actions ?? [];
  const valued = game.valued ? actions.filter(({ of }) => of === "value") : [];
  const chosen = play.action();
  const plain = play.plain();
  const title = (/** @type {string} */ name) => actions.find((one) => one.name === name)?.title ?? name;
  const buttons = valued.length > 0 || plain.length > 1 ? plain.map((move) => h("button", { type: "button", key: move.action, "data-action": move.action, onclick: () => play.make(move, game.chosen) }, title(move.action))) : [];
  if (valued.length === 0) return buttons.length > 0 ? h("div", { class: "row", key: "plain" }, buttons) : null;
  const values = new Set(game.legal.filter(({ action }) => action === chosen).map(({ value }) => value));
  const modes = valued.length > 1
    ? h("div", { class: "segments", role: "group", "aria-label": page.say("writes") }, valued.map(({ name, title }) => h("button", { type: "button", key: name, "aria-pressed": String(name === chosen), onclick: () => play.set({ action: name }) }, title)))
    : null;
  return h(
    "section", { class: "keypad", id: "keypad", key: "keypad", "aria-label": page.say("keypad") },
    modes,
    h("div", { class: "pad" },
      Array.from({ length: Math.min(game.valued?.most ?? 0, 64) }, (_, i) => h("button", { type: "button", key: i, class: "key", disabled: game.chosen === null || (!values.has(i + 1) && plain.length !== 1), onclick: () => play.write(i + 1) }, i + 1)),
      buttons,
    ),
    game.chosen === null ? h("p", { class: "soft small" }, page.say("keypad.choose")) : null,
  );
}

/** The moves made, each to go back to. @param {Play} play */
function steps(play) {
  const { page, game } = play;
  const moves = game.told?.moves ?? [];
  if (moves.length === 0) return null;
  const first = Math.max(0, moves.length - 200);
  return h(
    "details", { class: "steps", key: "steps" },
    h("summary", null, page.say("move_list")),
    h("ol", { start: first + 1 }, moves.slice(first).map((move, i) => h("li", null, h("button", { type: "button", class: "link", onclick: () => play.go(first + i + 1) }, page.sentence(move.said ?? move.action))))),
  );
}
