// The page: what is chosen, and what follows from it. Knows no puzzle: all it shows of one it was
// told by the server.

import { Brushes } from "./edit.js";
import * as form from "./form.js";
import { Picture } from "./picture.js";
import { Player } from "./player.js";
import { packed, unpacked } from "./share.js";
import { Stage } from "./stage.js";
import { Refusal, frames, post } from "./wire.js";

/** What options may be about. */
const ROLES = ["instance", "strategy", "count", "generate"];

const find = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));

/** What the server told. @type {any} */
let about;
/** @type {any} */
let puzzle;
/** @type {Stage[]} */
let stages = [];
/** The text that is on the board; null after a touch, until the server is asked for it. @type {string | null} */
let text = "";
/** The number by which the server knows the board, and its picture. */
let known = { number: 0, picture: new Picture(0, 0) };
/** A text of several boards, of which one is there. */
let several = "";

const say = (/** @type {string} */ key) => about.words[key] ?? key;

const brushes = new Brushes(find("brushes"), say, (touch) => open({ touch }));
const player = new Player(() => stages, (key) => say(key));

/** The question as it stands. @returns {import("./wire.js").Ask} */
function ask() {
  const number = (/** @type {string} */ id) => (find(id).value.trim() ? Number(find(id).value) : undefined);
  return {
    puzzle: puzzle.name,
    text,
    known: text === null ? known.number : undefined,
    options: form.chosen(find("options"), ["instance", "strategy", "count"]),
    lang: about.lang,
    nodes: number("nodes"),
    seconds: number("seconds"),
  };
}

/** What opens an instance: never what was drawn later than a newer one. */
let latest = 0;
/** Whether the board was solved: then every touch solves it anew. */
let answered = false;
/** A touch waits for the one before it, so that no stroke of a brush is lost. */
let before = Promise.resolve();

/**
 * Opens the text, with a touch on it if there is one. A board that was solved is solved anew at
 * once.
 * @param {{ touch?: import("./edit.js").Touch, fresh?: boolean, instance?: number }} how
 */
function open(how) {
  const turn = ++latest;
  busy(true);
  const done = before.then(async () => {
    // Of many touches at a drag all count, but only the last one needs to be solved.
    answered = !how.fresh && (answered || stages.some((stage) => stage.answer));
    const solved = answered && turn === latest;
    for (const stage of stages) stage.cancel();
    try {
      const { touch, instance } = how;
      const asked = { ...ask(), touch, instance, solved, strategy: stages[0]?.select.value };
      // A touch need not bring the whole board, and is answered with what it changed.
      if (touch && known.number) Object.assign(asked, { text: null, known: known.number });
      await show(await post("open", asked), solved);
      settle();
    } catch (fault) {
      refused(fault);
      busy(false);
      // What is on the board is not what is in the text any more.
      if (!how.touch) known.number = 0;
      if (how.touch) for (const stage of stages) stage.board.blame(how.touch.to ?? how.touch.at);
    }
  });
  before = done;
  return done;
}

/**
 * Shows an instance, and the answer if it came along.
 * @param {Response} response
 * @param {boolean} solved
 */
async function show(response, solved) {
  /** @type {any[]} */
  const told = [];
  for await (const frame of frames(response)) told.push("json" in frame ? frame.json : frame.strokes);
  const [instance, strokes, answer, final] = told;
  if (instance.instances > 1) {
    several = text ?? "";
    find("which").max = instance.instances;
    find("many").hidden = false;
  }
  text = instance.text;
  calm();
  find("counted").textContent = "";
  const since = instance.since !== null && instance.since === known.number ? known.picture : null;
  const picture = drawn(instance, strokes, since);
  known = { number: instance.number, picture };
  stages.forEach((stage, i) => {
    stage.open(picture);
    if (i === 0 && solved && answer) stage.settle(answer, final ? drawn(instance, final, picture) : null);
  });
  player.show(solved ? Infinity : 0);
}

/**
 * @param {{ rows: number, cols: number }} size
 * @param {Uint32Array} strokes
 * @param {Picture | null} before what they are drawn on
 */
function drawn({ rows, cols }, strokes, before) {
  const picture = before ? before.copy() : new Picture(rows, cols);
  picture.apply(strokes, 0, Infinity, null);
  return picture;
}

let due = 0;

/** What may follow a moment after a board has changed: its text is written, and the link to it. */
function settle() {
  clearTimeout(due);
  due = setTimeout(async () => {
    await before;
    const turn = latest;
    const told = text ?? (await written().catch(refused)) ?? null;
    if (turn !== latest || told === null) return;
    text = told;
    const box = find("text");
    if (document.activeElement !== box && box.value !== text) box.value = text;
    await shareable();
    busy(false);
  }, 250);
}

/** The text of the board, from the server. @returns {Promise<string | null>} */
async function written() {
  for await (const frame of frames(await post("open", ask()))) {
    if ("json" in frame) return frame.json.text;
  }
  return null;
}

/** Tells whether the boards are about to change. @param {boolean} is */
function busy(is) {
  find("boards").setAttribute("aria-busy", String(is));
}

/** Nothing is wrong any more. */
function calm() {
  find("fault").hidden = true;
  find("text").removeAttribute("aria-invalid");
}

/** Says what is wrong, at the place where it is. @param {unknown} reason */
function refused(reason) {
  const fault = reason instanceof Refusal ? reason.fault : /** @type {any} */ (reason);
  const box = find("fault");
  box.hidden = false;
  box.textContent = fault.busy ? say("busy") : (fault.text ?? fault.message ?? String(reason));
  if (!fault.line || fault.file !== "text") return;
  find("text").setAttribute("aria-invalid", "true");
  if (document.activeElement !== find("text")) form.point(find("text"), fault.line, fault.column);
}

/** Searches on all stages, and plays what comes. */
async function run() {
  find("run").disabled = true;
  find("cancel").disabled = false;
  calm();
  find("status").textContent = "";
  const runs = stages.map((stage) => stage.run());
  // Who wants no motion is shown the end.
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  player.moment = 0;
  if (!still) player.play();
  await Promise.all(runs);
  find("run").disabled = false;
  find("cancel").disabled = true;
  const told = stages.flatMap((stage) => (stage.answer ? [stage.answer.words[0]] : []));
  find("status").textContent = told.join(". ") || say("cancelled");
  if (still) player.go(Infinity);
  else player.show(player.moment);
}

/** Makes one stage, or two side by side. */
function arrange() {
  const count = find("second").checked ? 2 : 1;
  const names = puzzle.strategies.map((/** @type {any} */ { name }) => name);
  const wanted = stages.map((stage) => stage.select.value).filter((name) => names.includes(name));
  for (const stage of stages) stage.cancel();
  const roots = Array.from({ length: count }, () => find("stage").content.cloneNode(true).firstElementChild);
  find("stages").replaceChildren(...roots);
  stages = roots.map((root, i) => {
    const scenery = { say, tones: about.tones, puzzle, ask, press: brushes.press.bind(brushes), theme: themeName, refused, moment: () => player.moment };
    const stage = new Stage(root, scenery, wanted[i] ?? (i === 0 ? puzzle.best : names[0]));
    stage.board.dress(theme());
    stage.select.addEventListener("change", shareable);
    brushes.follow(stage.board);
    return stage;
  });
  translate();
}

function themeName() {
  const chosen = find("theme").value;
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  return chosen || (dark ? "dark" : "light");
}

function theme() {
  const name = themeName();
  document.documentElement.dataset.theme = name;
  return about.themes.find((/** @type {any} */ one) => one.name === name) ?? about.themes[0];
}

/** Puts words where they belong. */
function translate() {
  document.documentElement.lang = about.lang;
  for (const element of document.querySelectorAll("[data-word]")) {
    element.textContent = say(/** @type {HTMLElement} */ (element).dataset.word ?? "");
  }
  for (const id of ["first", "back", "step", "last"]) find(id).setAttribute("aria-label", say(id));
  player.label();
}

/**
 * Turns to a puzzle.
 * @param {string} name
 */
function choose(name) {
  puzzle = about.puzzles.find((/** @type {any} */ one) => one.name === name) ?? about.puzzles[0];
  find("puzzle").value = puzzle.name;
  find("summary").textContent = puzzle.summary;
  find("rules").textContent = puzzle.rules;
  find("example").replaceChildren(
    ...puzzle.examples.map((/** @type {any} */ example) => new Option(example.title, example.name)),
  );
  form.fill(find("options"), puzzle.options, say);
  brushes.offer(puzzle.brushes);
  arrange();
}

/** Turns to an example of the puzzle. */
function example() {
  const chosen = puzzle.examples.find((/** @type {any} */ one) => one.name === find("example").value);
  return take((chosen ?? puzzle.examples[0]).text);
}

/** Turns to a text. @param {string} given */
function take(given) {
  text = given;
  find("text").value = text;
  find("many").hidden = true;
  find("which").value = 1;
  return open({ fresh: true });
}

/** Makes the address a link to what is here. */
async function shareable() {
  const options = form.chosen(find("options"), ROLES);
  const strategies = stages.map((stage) => stage.select.value);
  const fragment = await packed({ puzzle: puzzle.name, text: text ?? "", options, strategies });
  history.replaceState(null, "", `#${fragment}`);
}

/** Asks for something that is not a picture, and shows what is wrong if it is refused. */
async function listen(/** @type {() => Promise<void>} */ act) {
  try {
    calm();
    await act();
  } catch (fault) {
    refused(fault);
  }
}

function count() {
  return listen(async () => {
    find("counted").textContent = "…";
    const told = await (await post("count", ask())).json();
    const least = told.exact ? "" : `${say("at_least")} `;
    find("counted").textContent = `${least}${told.shown} ${told.unit}. ${told.limit ?? ""} ${told.effort}`;
  });
}

let seed = 0;

function generate() {
  return listen(async () => {
    const options = form.chosen(find("options"), ["instance", "generate"]);
    seed += 1;
    await show(await post("generate", { ...ask(), options, seed }), false);
    settle();
  });
}

/** Turns to what was dropped or pasted: a file, or text. @param {DataTransfer | null} given */
async function receive(given) {
  busy(true);
  const words = given?.files[0] ? await given.files[0].text() : given?.getData("text/plain");
  if (words) await take(words);
  else busy(false);
}

/** Learns what there is, in a language. @param {string} lang */
async function learn(lang) {
  about = await (await fetch(`/api/about?lang=${encodeURIComponent(lang)}`)).json();
  find("puzzle").replaceChildren(
    ...about.puzzles.map((/** @type {any} */ { title, name }) => new Option(title, name)),
  );
  find("lang").replaceChildren(...about.langs.map((/** @type {string} */ tag) => new Option(tag)));
  find("lang").value = about.lang;
  const themes = about.themes.map((/** @type {any} */ { name }) => new Option(say(`theme.${name}`), name));
  const worn = find("theme").value;
  find("theme").replaceChildren(new Option(say("theme.system"), ""), ...themes);
  find("theme").value = worn;
}

async function start() {
  await learn(navigator.language);
  const shared = await unpacked(location.hash.slice(1));
  choose(shared?.puzzle ?? "");
  if (shared) {
    find("second").checked = (shared.strategies?.length ?? 1) > 1;
    arrange();
    form.set(find("options"), shared.options ?? {});
    stages.forEach((stage, i) => {
      if (shared.strategies?.[i]) stage.select.value = shared.strategies[i];
      stage.describe();
    });
    await take(shared.text);
  } else {
    await example();
  }
  document.body.dataset.ready = "";
}

find("puzzle").addEventListener("change", () => {
  choose(find("puzzle").value);
  example();
});
find("example").addEventListener("change", example);
find("lang").addEventListener("change", async () => {
  busy(true);
  const options = form.chosen(find("options"), ROLES);
  await learn(find("lang").value);
  choose(puzzle.name);
  form.set(find("options"), options);
  await open({ fresh: true });
});
find("theme").addEventListener("change", () => stages.forEach((stage) => stage.board.dress(theme())));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () =>
  stages.forEach((stage) => stage.board.dress(theme())),
);
find("second").addEventListener("change", () => {
  arrange();
  open({ fresh: true });
});
find("text").addEventListener("input", () => {
  text = find("text").value;
  find("many").hidden = true;
  open({ fresh: true });
});
find("which").addEventListener("change", () => {
  text = several;
  open({ fresh: true, instance: Math.max(0, find("which").value - 1) });
});
find("options").addEventListener("change", () => open({ fresh: true }));
find("options").addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
find("run").addEventListener("click", run);
find("cancel").addEventListener("click", () => stages.forEach((stage) => stage.cancel()));
find("count").addEventListener("click", count);
find("generate").addEventListener("click", generate);
find("file").addEventListener("change", async () => take(await find("file").files[0].text()));
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  receive(event.dataTransfer);
});
document.addEventListener("paste", (event) => {
  const writing = event.target instanceof Element && event.target.closest("input, textarea");
  if (!writing) receive(event.clipboardData);
});
window.addEventListener("resize", () => stages.forEach((stage) => stage.board.fit()));

start().catch(refused);
