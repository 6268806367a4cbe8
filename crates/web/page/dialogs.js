// Dialogs: sharing and saving, settings, the rules, the shortcuts. One stands at a time.

import { h } from "./dom.js";
import { head, view as freshView } from "./fresh.js";
import { thumb } from "./thumb.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("./dom.js").Loose} Loose */

/** Keys, and what they do. */
const KEYS = [
  ["?", "key.keys"], ["F", "key.projector"], ["N", "new"], ["← ↑ → ↓", "key.move"], ["Enter", "key.use"], ["1–9", "key.value"],
  ["U", "undo"], ["R", "redo"], ["H", "hint"], ["P", "key.play"], [",", "back"], [".", "step"], ["Home", "first"], ["End", "last"], ["Page ↑", "lesson.back"], ["Page ↓", "lesson.next"], ["+ −", "key.zoom"], ["0", "key.fit"],
];

/**
 * @param {Page} page
 * @param {{ fresh: import("./fresh.js").Fresh, save: (kind: string) => void, copy: () => void, copied: () => boolean }} tools
 * @returns {Loose}
 */
export function view(page, tools) {
  const { dialog } = page.state;
  switch (dialog) {
    case "new":
      return freshView(tools.fresh);
    case "share":
      return share(page, tools);
    case "settings":
      return settings(page);
    case "rules":
      return rules(page);
    case "keys":
      return keys(page);
    default:
      return null;
  }
}

/** @param {Page} page @param {{ save: (kind: string) => void, copy: () => void, copied: () => boolean }} tools */
function share(page, { save, copy, copied }) {
  const say = page.say.bind(page);
  const answer = page.state.tab === "prove" ? page.state.prove.answer : page.state.watch.lanes[0]?.answer;
  const kinds = ["svg", "png", "gif", "json", "txt", ...(answer?.outcome === "impossible" && answer.data ? ["proof"] : [])];
  return [
    head(page, say("share")),
    h("p", null, say("share.about")),
    h("div", { class: "row" }, h("input", { type: "text", id: "link", readonly: true, class: "grow", "aria-label": say("link"), value: location.href, onfocus: (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select() }), h("button", { type: "button", id: "copy", class: "main", onclick: copy }, say(copied() ? "copied" : "copy"))),
    h("h3", null, say("keep")),
    h("div", { class: "row", id: "exports" }, kinds.map((kind) => h("button", { type: "button", key: kind, "data-kind": kind, onclick: () => save(kind) }, kind === "txt" ? say("text") : kind === "proof" ? say("certificate") : kind.toUpperCase()))),
    page.state.trouble ? h("p", { class: "card bad", role: "alert" }, page.state.trouble.message) : null,
  ];
}

/** @param {Page} page */
function settings(page) {
  const { about, settings: set } = page.state;
  const say = page.say.bind(page);
  const value = (/** @type {Event} */ event) => /** @type {HTMLSelectElement} */ (event.target).value;
  const names = new Intl.DisplayNames([about.lang], { type: "language" });
  return [
    head(page, say("settings")),
    h("label", { class: "field" }, h("span", null, say("theme")), h("select", { id: "theme", value: set.theme, onchange: (/** @type {Event} */ event) => page.set({ theme: value(event) }) }, h("option", { value: "" }, say("theme.system")), about.themes.map(({ name }) => h("option", { value: name, key: name }, say(`theme.${name}`))))),
    h("label", { class: "field" }, h("span", null, say("language")), h("select", { id: "lang", value: about.lang, onchange: (/** @type {Event} */ event) => page.learn(value(event)) }, about.langs.map((lang) => h("option", { value: lang, key: lang, lang }, names.of(lang) ?? lang)))),
    h("label", { class: "check" }, h("input", { type: "checkbox", id: "set-clock", checked: set.clock, onchange: () => page.set({ clock: !set.clock }) }), say("clock.show")),
    h("label", { class: "check" }, h("input", { type: "checkbox", id: "set-show", checked: set.show, onchange: () => page.set({ show: !set.show }) }), say("show.legal")),
    h("div", { class: "row" }, h("button", { type: "button", onclick: () => page.store.change({ dialog: "keys" }) }, say("keys")), h("button", { type: "button", id: "begin-projector", onclick: () => page.store.change({ projector: true, dialog: null }) }, say("projector"))),
    h("p", { class: "soft small" }, `Tabuleiro ${about.version} · `, say(`engine.${page.engine.carrier.name}`)),
  ];
}

/** @param {Page} page */
function rules(page) {
  const { puzzle, about, fresh } = page.state;
  const picture = fresh.thumbs[`${puzzle.name}/rules`];
  return [
    head(page, puzzle.title),
    h(
      "div", { class: "rules-brief" },
      h("div", null, (puzzle.brief ?? [puzzle.summary]).map((sentence) => h("p", null, sentence))),
      picture ? thumb(picture, page.theme(), about.tones, 220, `${puzzle.name}/rules`) : null,
    ),
    h("details", null, h("summary", null, page.say("manual")), h("div", { class: "manual", tabIndex: 0 }, markdown(puzzle.rules))),
  ];
}

/**
 * The manual: headings, paragraphs, lists and blocks as they stand.
 * @param {string} text
 * @returns {Loose}
 */
function markdown(text) {
  return text.split(/^```.*$/m).map((part, i) => {
    if (i % 2 === 1) return h("pre", { tabIndex: 0 }, part.replace(/^\n/, ""));
    return part.split(/\n\s*\n/).map((block) => {
      const lines = block.trim();
      if (lines === "") return null;
      const heading = /^(#+)\s+(.*)$/.exec(lines);
      if (heading) return h(heading[1].length > 1 ? "h4" : "h3", null, plain(heading[2]));
      if (/^[-*] /.test(lines)) return h("ul", null, lines.split(/\n(?=[-*] )/).map((item) => h("li", null, plain(item.slice(2)))));
      if (/^\|/.test(lines)) return h("pre", { tabIndex: 0 }, lines);
      return h("p", null, plain(lines));
    });
  });
}

/** Words without the marks around them. @param {string} text @returns {Loose} */
function plain(text) {
  return text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\*\*([^*]*)\*\*/g, "$1")
    .split(/(`[^`]*`|\*[^*\s][^*]*\*)/)
    .map((part) => (part.startsWith("`") ? h("code", null, part.slice(1, -1)) : /^\*.*\*$/s.test(part) ? h("em", null, part.slice(1, -1)) : part));
}

/** @param {Page} page */
function keys(page) {
  return [
    head(page, page.say("keys")),
    h("dl", { class: "keys-list" }, KEYS.map(([key, word]) => h("div", { key: word }, h("dt", null, h("kbd", null, key)), h("dd", null, page.say(word))))),
    h("p", { class: "soft small" }, page.say("key.pointer")),
  ];
}
