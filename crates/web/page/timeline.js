// The timeline: buttons, the moment, and the depth of the search over time behind it.

import { h } from "./dom.js";
import { PACES } from "./watch.js";

/** @typedef {import("./watch.js").Watch} Watch */

/**
 * @param {Watch} watching
 * @returns {import("./dom.js").Loose}
 */
export function view(watching) {
  const { page, watch } = watching;
  const say = page.say.bind(page);
  const end = watching.end();
  const moment = Math.min(watch.moment, end);
  const button = (/** @type {string} */ id, /** @type {string} */ path, /** @type {() => void} */ act, /** @type {string} */ key) =>
    h("button", { type: "button", id, class: "icon", "aria-label": say(id === "play" && watch.playing ? "pause" : id), title: `${say(id === "play" && watch.playing ? "pause" : id)} (${key})`, "aria-keyshortcuts": key, disabled: id !== "play" && end === 0 && !watch.running, onclick: act }, sign(path));
  return [
    h(
      "div", { class: "row buttons", key: "buttons" },
      button("first", "M5 4v12M16 4l-8 6 8 6z", () => watching.player.show(0), "Home"),
      button("back", "M14 4l-8 6 8 6zM16.5 4v12", () => watching.player.step(-1), ","),
      button("play", watch.playing ? "M6 4v12M13 4v12" : "M6 3l11 7-11 7z", () => (watch.playing ? watching.player.pause() : watching.player.play()), "p"),
      button("step", "M6 4l8 6-8 6zM3.5 4v12", () => watching.player.step(1), "."),
      button("last", "M4 4l8 6-8 6zM15 4v12", () => watching.player.show(Infinity), "End"),
    ),
    h(
      "div", { class: "track-box", key: "track" },
      h("canvas", { id: "depth", "aria-hidden": "true" }),
      h("input", {
        type: "range", id: "timeline", min: 0, max: end, step: 1, value: String(moment), "aria-label": say("timeline"),
        "aria-valuetext": say("moment", { n: moment, of: end }), disabled: end === 0,
        oninput: (/** @type {Event} */ event) => watching.player.show(Number(/** @type {HTMLInputElement} */ (event.target).value)),
      }),
    ),
    h("output", { id: "moment", class: "number", key: "moment" }, `${page.number(moment)} / ${page.number(end)}`),
    h(
      "div", { class: "segments", role: "group", "aria-label": say("speed"), key: "pace" },
      PACES.map((pace) => h("button", { type: "button", key: pace, id: `pace-${pace}`, title: say(`pace.${pace}.about`), "aria-pressed": String(watch.pace === pace), onclick: () => {
        watching.set({ pace });
        if (pace === "once" && end > 0) watching.player.show(Infinity);
      } }, say(`pace.${pace}`))),
    ),
    watch.lanes.length === 1 && watch.lanes[0].answer?.outcome === "solved"
      ? h(
          "div", { class: "segments", role: "group", "aria-label": say("film"), key: "film" },
          /** @type {const} */ (["search", "solution"]).map((film) => h("button", { type: "button", key: film, id: `film-${film}`, "aria-pressed": String(watch.film === film), onclick: () => watching.turn(film) }, say(`film.${film}`))),
        )
      : null,
  ];
}

/** @param {string} path */
function sign(path) {
  return h("svg", { viewBox: "0 0 20 20", "aria-hidden": "true", class: "sign" }, h("path", { d: path }));
}

/**
 * Paints the depth over time behind the timeline.
 * @param {Watch} watching
 */
export function paint(watching) {
  const canvas = /** @type {HTMLCanvasElement | null} */ (document.getElementById("depth"));
  const context = canvas?.getContext("2d");
  if (!canvas || !context) return;
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  context.clearRect(0, 0, width, height);
  const { watch } = watching;
  const end = watching.end();
  if (end === 0) return;
  const style = getComputedStyle(canvas);
  const films = watch.film === "solution" ? [watch.lanes[0]?.solution?.film] : watch.lanes.map(({ film }) => film);
  films.forEach((film, i) => {
    if (!film) return;
    const { depths, width: step, dead } = film.curve;
    const most = Math.max(1, ...depths);
    context.fillStyle = style.getPropertyValue("--accent");
    context.globalAlpha = i === 0 ? 0.3 : 0.18;
    context.beginPath();
    context.moveTo(0, height);
    depths.forEach((depth, point) => {
      const y = height - (0.92 * height * depth) / most;
      context.lineTo((point * step * width) / end, y);
      context.lineTo((Math.min(film.events, (point + 1) * step) * width) / end, y);
    });
    context.lineTo((film.events * width) / end, height);
    context.fill();
    context.globalAlpha = 1;
    if (i > 0 || !dead || films.length > 1) return;
    context.fillStyle = style.getPropertyValue("--bad");
    for (const moment of dead) context.fillRect((moment * width) / end, 0, Math.max(1.5, ratio), height * 0.3);
  });
}
