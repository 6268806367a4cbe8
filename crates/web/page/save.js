// What can be kept: the link, pictures of what is on the board, the answer as data and as text.

/** @typedef {import("./page.js").Page} Page */

export class Saving {
  /**
   * @param {Page} page
   * @param {import("./watch.js").Watch} watch
   */
  constructor(page, watch) {
    this.page = page;
    this.watch = watch;
    this.copied = false;
  }

  async copy() {
    const { page } = this;
    await page.write();
    try {
      await navigator.clipboard.writeText(location.href);
      this.copied = true;
      page.store.change({});
      setTimeout(() => {
        this.copied = false;
        page.store.change({});
      }, 2000);
    } catch {
      // It can be copied from the field by hand.
      const link = /** @type {HTMLInputElement | null} */ (document.getElementById("link"));
      link?.focus();
      link?.select();
    }
  }

  /** What is on the board, as a picture of it is asked for. */
  shown() {
    const { tab, watch, prove } = this.page.state;
    const [lane] = watch.lanes;
    if (tab === "prove" && prove.answer?.outcome === "solved") return { show: "solution", moment: 0 };
    if (tab !== "watch" || !lane?.film) return { show: "instance", moment: 0 };
    const { events } = lane.film;
    return watch.moment > events ? { show: "solution", moment: 0 } : { show: "search", moment: Math.min(watch.moment, events) };
  }

  /** @param {string} kind */
  async save(kind) {
    const { page } = this;
    const signal = page.store.begin("save");
    const { tab, prove, watch, board } = page.state;
    const answer = tab === "prove" ? prove.answer : watch.lanes[0]?.answer;
    try {
      if (kind === "txt") return file([answer?.text ?? board.text ?? ""], "text/plain", "tabuleiro.txt");
      if (kind === "json") return file([JSON.stringify(answer ?? page.shared(), null, 2)], "application/json", "tabuleiro.json");
      if (kind === "proof") return file([JSON.stringify(answer.data)], "application/json", "tabuleiro.proof.json");
      const strategy = watch.lanes[0]?.strategy;
      const picture = { format: kind, theme: page.theme().name, ...this.shown() };
      const bytes = await page.engine.picture(board, { picture, strategy, options: watch.options }, signal);
      if (!signal.aborted) file([/** @type {Uint8Array<ArrayBuffer>} */ (bytes)], "application/octet-stream", `tabuleiro.${kind}`);
    } catch (fault) {
      page.refused(fault, signal, () => this.save(kind));
    }
  }
}

/**
 * Offers something to be kept as a file.
 * @param {BlobPart[]} parts
 * @param {string} type
 * @param {string} name
 */
export function file(parts, type, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(parts, { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
