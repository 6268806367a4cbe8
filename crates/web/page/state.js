// The state of the page: one object, changed in one place, and passed to its subscribers.

/**
 * @template S
 */
export class Store {
  /** @param {S} state */
  constructor(state) {
    this.state = state;
    /** @type {((state: S) => void)[]} */
    this.watchers = [];
    this.asked = false;
    /** The latest question of each sort. @type {Map<string, AbortController>} */
    this.pending = new Map();
  }

  /**
   * Changes some of the state; it is shown soon, once for all that changes until then.
   * @param {Partial<S>} some
   */
  change(some) {
    Object.assign(/** @type {any} */ (this.state), some);
    if (this.asked) return;
    this.asked = true;
    queueMicrotask(() => {
      this.asked = false;
      for (const watcher of this.watchers) watcher(this.state);
    });
  }

  /** @param {(state: S) => void} watcher */
  watch(watcher) {
    this.watchers.push(watcher);
  }

  /**
   * The token of a question: it is aborted by the next of its sort, and an answer to an aborted
   * question is late, and dropped.
   * @param {string} sort
   */
  begin(sort) {
    this.stop(sort);
    const controller = new AbortController();
    this.pending.set(sort, controller);
    return controller.signal;
  }

  /** @param {string} sort */
  stop(sort) {
    this.pending.get(sort)?.abort();
    this.pending.delete(sort);
  }

  /** Drops what is under way of these sorts. @param {string[]} sorts */
  stopAll(sorts) {
    for (const sort of sorts) this.stop(sort);
  }
}
