// The tab in which searches are watched: strategies as cards, the result, a race, lessons.

import { h } from "./dom.js";
import { field } from "./controls.js";
import { duration } from "./numbers.js";

/** @typedef {import("./dom.js").Loose} Loose */
/** @typedef {import("./watch.js").Watch} Watch */
/** @typedef {import("./watch.js").Lane} Lane */

/**
 * @param {Watch} watching
 * @param {import("./lesson.js").Lessons} lessons
 * @returns {Loose}
 */
export function view(watching, lessons) {
  const { page, watch } = watching;
  const { puzzle } = page.state;
  const say = page.say.bind(page);
  if (watch.lesson) return lesson(watching, lessons);
  return [
    h(
      "div", { class: "row", key: "run" },
      h("button", { type: "button", id: "run", class: "main", disabled: watch.running, onclick: () => watching.run() }, say("run")),
      h("button", { type: "button", id: "cancel", disabled: !watch.running, onclick: () => watching.stop() }, say("cancel")),
      h("label", { class: "check end" }, h("input", { type: "checkbox", id: "race", checked: watch.race, onchange: (/** @type {Event} */ event) => watching.compete(/** @type {HTMLInputElement} */ (event.target).checked) }), say("race")),
    ),
    watch.race ? race(watching) : watch.lanes.map((one) => result(watching, one)),
    watch.film === "solution" ? moves(watching) : null,
    !watch.race && watch.film === "search" && watch.lanes[0]?.film
      ? h("label", { class: "check", key: "sees" }, h("input", { type: "checkbox", id: "sees", checked: watch.sees, onchange: (/** @type {Event} */ event) => watching.set({ sees: /** @type {HTMLInputElement} */ (event.target).checked, sentence: null, overlay: null }) }), say("sees"))
      : null,
    (puzzle.lessons ?? []).length > 0
      ? h("section", { key: "lessons" }, h("h2", null, say("lessons")), (puzzle.lessons ?? []).map((one) => h("button", { type: "button", class: "wide-button", key: one.name, "data-lesson": one.name, onclick: () => lessons.begin(one) }, one.title)))
      : null,
    h(
      "fieldset", { class: "cards", key: "strategies", id: "strategies" },
      h("legend", null, say(watch.race ? "strategies.race" : "strategies")),
      puzzle.strategies.map((one) => {
        const chosen = watch.lanes.some(({ strategy }) => strategy === one.name);
        return h(
          "label", { class: chosen ? "strategy chosen" : "strategy", key: one.name },
          h("input", { type: watch.race ? "checkbox" : "radio", name: "strategy", value: one.name, checked: chosen, onchange: () => watching.choose(one.name) }),
          h("span", null, h("b", null, one.title), one.about ? h("span", { class: "soft small" }, one.about) : null, one.complete ? null : h("span", { class: "soft small" }, say("partial"))),
        );
      }),
    ),
    limits(watching),
  ];
}

/** @param {Watch} watching */
function limits(watching) {
  const { page, watch } = watching;
  const { puzzle } = page.state;
  const text = (/** @type {"nodes" | "seconds"} */ name) =>
    h("label", { class: "field" }, h("span", null, page.say(name)), h("input", { id: name, inputmode: name === "nodes" ? "numeric" : "decimal", value: watch[name], onchange: () => page.address(), oninput: (/** @type {Event} */ event) => watching.set({ [name]: /** @type {HTMLInputElement} */ (event.target).value }) }));
  const names = watch.lanes.map(({ strategy }) => strategy);
  const options = puzzle.options.filter((option) => option.role === "strategy" && (!option.strategies || option.strategies.some((name) => names.includes(name))));
  return h(
    "details", { key: "limits", id: "limits" },
    h("summary", null, page.say("limits")),
    text("nodes"),
    text("seconds"),
    options.map((option) => field(option, watch.options[option.name], (value) => {
      const { [option.name]: _, ...rest } = watch.options;
      watching.set({ options: value === null ? rest : { ...rest, [option.name]: value } });
    }, page.say.bind(page))),
  );
}

/** @param {Watch} watching @param {Lane} one */
function result(watching, one) {
  const { page } = watching;
  const { answer } = one;
  const counters = watching.tally(one);
  const tally = counters.length > 0
    ? h("dl", { class: "tally" }, counters.map(({ event, n }) => h("div", { key: event, title: page.say(`event.${event}.about`) }, h("dt", null, page.say(`event.${event}`)), h("dd", null, page.number(n)))))
    : null;
  if (!answer) {
    const words = one.state === "running" ? page.say("running") : one.state === "stopped" ? page.say("stopped", { n: one.film?.events ?? 0 }) : null;
    return h("section", { class: "result", key: one.strategy }, words ? h("p", { class: "status", role: "status" }, words) : null, tally);
  }
  return h(
    "section", { class: "result", key: one.strategy },
    h("h2", { class: "outcome", "data-outcome": answer.outcome }, page.say(`outcome.${answer.outcome}`)),
    told(page, one.measured?.outcome === answer.outcome ? one.measured : answer, one.measured !== null),
    tally,
    one.film?.dropped ? h("p", { class: "soft small" }, page.say("dropped", { n: one.film.dropped })) : null,
    answer.text && answer.outcome !== "unknown" ? h("details", null, h("summary", null, page.say(answer.outcome === "impossible" ? "proof.text" : "answer")), h("pre", { class: "answer", tabIndex: 0 }, short(answer.text))) : null,
  );
}

/**
 * An answer in words. Until there is one that nobody watched, what was watched tells no time.
 * @param {import("./page.js").Page} page
 * @param {any} answer
 * @param {boolean} whole
 */
export function told(page, { outcome, words, notes }, whole) {
  const lines = outcome === "solved" && !whole ? notes : words.concat(notes);
  return h("div", { class: "words" }, lines.map((/** @type {string} */ line) => {
    const [first, ...rest] = line.split("\n");
    return rest.length > 0 ? [h("p", null, page.sentence(first)), h("pre", { tabIndex: 0 }, rest.join("\n"))] : h("p", null, page.sentence(line));
  }));
}

/** A text that is not too long to be shown. @param {string} text */
export function short(text) {
  return text.length > 200_000 ? `${text.slice(0, 200_000)}…` : text;
}

/** What a run took that nobody watched. @param {Watch} watching @param {Lane} one */
function time(watching, one) {
  const { page } = watching;
  const measured = one.measured?.elapsed_ms;
  if (measured === undefined) return null;
  return h("p", { class: "measured", title: page.say("measured.about") }, page.say("measured", { time: duration(measured, page.state.about.lang) }));
}

/** Bars on one scale, which is logarithmic, and what they come to. @param {Watch} watching */
function race(watching) {
  const { page, watch } = watching;
  const counts = watch.lanes.map((one) => one.film?.events ?? 0);
  const most = Math.log(Math.max(10, ...counts));
  const title = (/** @type {string} */ name) => page.state.puzzle.strategies.find((one) => one.name === name)?.title ?? name;
  return h(
    "section", { class: "race", key: "race", id: "race-bars" },
    watch.lanes.map((one, i) => {
      const share = counts[i] > 0 ? Math.max(0.02, Math.log(Math.max(1.2, counts[i])) / most) : 0;
      const state = one.answer ? page.say(`outcome.${one.answer.outcome}`) : one.state === "running" ? page.say("running") : one.state === "stopped" ? page.say("stopped.short") : "";
      return h(
        "div", { class: "bar", key: one.strategy },
        h("div", { class: "row spread" }, h("b", null, title(one.strategy)), h("span", { class: "number" }, page.number(counts[i]))),
        h("div", { class: "track" }, h("div", { class: "fill", style: { width: `${Math.round(share * 100)}%` } })),
        h("div", { class: "row spread small" }, h("span", { class: "outcome", "data-outcome": one.answer?.outcome }, state), time(watching, one)),
      );
    }),
    conclusion(watching, counts, title),
    h("p", { class: "soft small" }, page.say("race.scale")),
  );
}

/**
 * The sentence at the end of a race.
 * @param {Watch} watching
 * @param {number[]} counts
 * @param {(name: string) => string} title
 */
function conclusion(watching, counts, title) {
  const { page, watch } = watching;
  if (watch.running || watch.lanes.length < 2 || watch.lanes.some(({ state }) => state !== "done")) return null;
  // Who was ended by a limit has not arrived: it would have taken more.
  const arrived = (/** @type {Lane} */ one) => one.answer?.outcome !== "unknown";
  const order = watch.lanes.map((one, i) => ({ title: title(one.strategy), n: counts[i], whole: arrived(one) })).sort((one, other) => other.n - one.n);
  const first = order[0];
  const last = order.findLast(({ whole }) => whole);
  const list = order.map(({ title, n, whole }) => `${title}: ${whole ? page.number(n) : page.say("at_least", { n })}`).join("; ");
  if (!last) return h("p", { class: "card", id: "race-said", role: "status" }, list, ". ", page.say("race.none"));
  const times = last.n > 0 ? first.n / last.n : 1;
  const said = times < 1.05 ? page.say("race.even") : page.say(first.whole ? "race.end" : "race.least", { title: last.title, n: times < 10 ? times.toLocaleString(page.state.about.lang, { maximumFractionDigits: 1 }) : Math.round(times) });
  return h("p", { class: "card good", id: "race-said", role: "status" }, list, ". ", said);
}

/** The moves of the solution, each to go to. @param {Watch} watching */
function moves(watching) {
  const { page, watch } = watching;
  const solution = watch.lanes[0]?.solution;
  if (!solution) return null;
  const at = solution.ends.findLastIndex((end) => end <= watch.moment);
  const first = Math.max(0, Math.min(at - 100, solution.words.length - 200));
  return h(
    "section", { class: "moves", key: "moves", id: "solution-moves" },
    h("h2", null, page.say("solution.moves", { n: solution.words.length })),
    h("ol", { start: first + 1 }, solution.words.slice(first, first + 200).map((words, i) =>
      h("li", { key: first + i }, h("button", { type: "button", class: first + i === at ? "link here" : "link", "aria-current": first + i === at ? "step" : false, onclick: () => watching.player.show(solution.ends[first + i]) }, page.sentence(words))))),
  );
}

/** @param {Watch} watching @param {import("./lesson.js").Lessons} lessons */
function lesson(watching, lessons) {
  const { page, watch } = watching;
  if (!watch.lesson) return null;
  const { lesson, step } = watch.lesson;
  const last = step + 1 >= lesson.steps.length;
  return h(
    "section", { class: "lesson", key: "lesson", id: "lesson" },
    h("h2", null, lesson.title),
    h("p", { class: "soft small" }, page.say("lesson.step", { n: step + 1, of: lesson.steps.length })),
    h("p", { class: "caption-text", role: "status" }, lesson.steps[step].caption),
    h(
      "div", { class: "row" },
      h("button", { type: "button", id: "lesson-back", disabled: step === 0, onclick: () => lessons.go(step - 1) }, page.say("lesson.back")),
      last
        ? h("button", { type: "button", id: "lesson-end", class: "main", onclick: () => lessons.end() }, page.say("lesson.end"))
        : h("button", { type: "button", id: "lesson-next", class: "main", onclick: () => lessons.go(step + 1) }, page.say("lesson.next")),
      last ? null : h("button", { type: "button", class: "link", onclick: () => lessons.end() }, page.say("lesson.leave")),
    ),
    watch.lanes.map((one) => result(watching, one)),
  );
}
