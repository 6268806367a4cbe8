// Changing the board by hand: brushes from the puzzle's data, by mouse, finger or keyboard.

/**
 * A way to touch the board: one cell, two cells, or a cell and a value.
 * @typedef {{ name: string, title: string, of: "cell" | "pair" | "value" }} Brush
 * @typedef {{ brush: string, at: [number, number], to: [number, number] | null, value: number }} Touch
 */

export class Brushes {
  /**
   * @param {HTMLElement} root
   * @param {(key: string) => string} say
   * @param {(touch: Touch) => void} paint
   */
  constructor(root, say, paint) {
    this.root = root;
    this.say = say;
    this.paint = paint;
    /** @type {Brush[]} */
    this.brushes = [];
    /** Where a pair begins, or a drag. @type {[number, number] | null} */
    this.from = null;
    this.value = document.createElement("input");
    this.value.type = "number";
    this.value.min = "0";
    this.value.value = "1";
  }

  /** @param {Brush[]} brushes */
  offer(brushes) {
    this.brushes = brushes;
    this.from = null;
    const choices = brushes.map(({ name, title }, i) => {
      const [label, radio] = [document.createElement("label"), document.createElement("input")];
      radio.type = "radio";
      radio.name = "brush";
      radio.value = name;
      radio.checked = i === 0;
      radio.addEventListener("change", () => (this.from = null));
      label.append(radio, ` ${title}`);
      return label;
    });
    const legend = this.root.querySelector("legend");
    const valued = brushes.some(({ of }) => of === "value");
    const label = document.createElement("label");
    label.append(`${this.say("value")} `, this.value);
    this.root.replaceChildren(...(legend ? [legend] : []), ...choices, ...(valued ? [label] : []));
  }

  chosen() {
    const radio = /** @type {HTMLInputElement | null} */ (this.root.querySelector(":checked"));
    return this.brushes.find(({ name }) => name === radio?.value) ?? this.brushes[0];
  }

  /**
   * Touches a cell.
   * @param {[number, number]} at
   * @param {[number, number] | null} to where a drag went
   */
  touch(at, to) {
    const brush = this.chosen();
    if (!brush) return;
    const value = Number(this.value.value) || 0;
    if (brush.of !== "pair") {
      this.paint({ brush: brush.name, at, to, value });
    } else if (to && !same(at, to)) {
      this.from = null;
      this.paint({ brush: brush.name, at, to, value });
    } else if (this.from && !same(this.from, at)) {
      this.paint({ brush: brush.name, at: this.from, to: at, value });
      this.from = null;
    } else {
      this.from = at;
    }
  }

  /**
   * Follows a pointer on a board.
   * @param {import("./board.js").Board} board
   */
  follow(board) {
    const surface = board.above;
    /** @type {[number, number] | null} */
    let begun = null;
    /** @type {[number, number] | null} */
    let last = null;
    surface.addEventListener("pointerdown", (event) => {
      begun = last = board.at(event.clientX, event.clientY);
      if (!begun) return;
      surface.setPointerCapture(event.pointerId);
      if (this.chosen()?.of !== "pair") this.touch(begun, null);
    });
    surface.addEventListener("pointermove", (event) => {
      // A fast pointer passes cells between two frames.
      const passed = event.getCoalescedEvents();
      for (const { clientX, clientY } of passed.length > 0 ? passed : [event]) {
        const here = board.at(clientX, clientY);
        if (!begun || !last || !here || same(here, last)) continue;
        if (this.chosen()?.of !== "pair") this.touch(last, here);
        last = here;
      }
    });
    surface.addEventListener("pointerup", () => {
      if (begun && last && this.chosen()?.of === "pair") this.touch(begun, last);
      begun = last = null;
    });
  }

  /**
   * A key on a cell: a digit writes it, Enter or space uses the brush.
   * @param {[number, number]} at
   * @param {KeyboardEvent} event
   */
  press(at, event) {
    const valued = this.brushes.find(({ of }) => of === "value");
    if (valued && /^\d$/.test(event.key)) {
      this.paint({ brush: valued.name, at, to: null, value: Number(event.key) });
    } else if (event.key === "Enter" || event.key === " ") {
      this.touch(at, null);
    } else {
      return;
    }
    event.preventDefault();
  }
}

/**
 * @param {[number, number]} one
 * @param {[number, number]} other
 */
function same(one, other) {
  return one[0] === other[0] && one[1] === other[1];
}
