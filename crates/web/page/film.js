// A search that can be wound forward and back: its strokes, and whole pictures here and there so
// that every moment is near one.

import { Picture } from "./picture.js";

/** Words between two pictures kept, unless a picture is larger than that. */
const SPACING = 1 << 18;
/** Words kept at most: a search that tells more is followed, but only its first part can be wound. */
const MOST = 1 << 27;

/** @typedef {{ words: Uint32Array, first: number }} Reel Strokes, and the events before them. */

export class Film {
  /** @param {Picture} opening the picture before the first event, which stays as it is */
  constructor(opening) {
    /** The picture after everything that came, once something has. @type {Picture | null} */
    this.head = null;
    this.events = 0;
    /** Events that came after there was no room for more. */
    this.dropped = 0;
    /** @type {Reel[]} */
    this.reels = [];
    /** @type {{ reel: number, picture: Picture }[]} */
    this.stills = [{ reel: 0, picture: opening }];
    this.words = 0;
    this.since = 0;
    this.spacing = Math.max(SPACING, 2 * opening.tones.length);
    this.curve = new Curve();
  }

  /**
   * Strokes that came; the last ends an event.
   * @param {Uint32Array} words
   */
  add(words) {
    const head = (this.head ??= this.stills[0].picture.copy());
    const before = total(head);
    for (let at = 0; at < words.length; ) {
      const events = total(head);
      at = head.apply(words, at, this.curve.room(events), null);
      this.curve.note(events, total(head), head.tally);
    }
    const count = total(head) - before;
    if (count === 0) return;
    if (this.words + words.length > MOST) {
      this.dropped += count;
      return;
    }
    this.reels.push({ words, first: this.events });
    this.events += count;
    this.words += words.length;
    this.since += words.length;
    if (this.since >= this.spacing) {
      this.stills.push({ reel: this.reels.length, picture: head.copy() });
      this.since = 0;
    }
  }
}

/**
 * What was explored stays visible under the answer.
 * @param {Picture} final
 * @param {Film} film
 */
export function explored(final, film) {
  const last = film.head;
  if (!last) return;
  for (let cell = 0; cell < final.tones.length; cell++) if (final.tones[cell] === 0) final.tones[cell] = last.tones[cell];
}

/** Points of a curve at most, and marks on it. */
const POINTS = 1024;
const MARKS = 160;

/** How deep a search was, over time, and where its dead ends are while they are few. */
class Curve {
  constructor() {
    /** Events that a point stands for. */
    this.width = 1;
    /** @type {number[]} */
    this.depths = [];
    /** Moments of dead ends; none once they are many. @type {number[] | null} */
    this.dead = [];
    this.closed = 0;
  }

  /** Events until the point of this moment is whole. @param {number} events */
  room(events) {
    return this.width - (events % this.width);
  }

  /**
   * Takes note of a moment.
   * @param {number} before events before it
   * @param {number} after events after it
   * @param {Float64Array} tally
   */
  note(before, after, tally) {
    // Where steps are made and unmade their difference is the depth; else what waits is the front.
    const depth = tally[1] > 0 ? tally[1] - tally[2] : tally[7] - tally[8];
    const point = Math.floor(before / this.width);
    this.depths[point] = Math.max(this.depths[point] ?? 0, depth);
    const closed = tally[3] + tally[5];
    if (closed > this.closed && this.dead && this.dead.push(before) > MARKS) this.dead = null;
    this.closed = closed;
    // Points are brought together once the last of them is whole.
    if (this.depths.length < POINTS || after % this.width !== 0) return;
    this.width *= 2;
    this.depths = Array.from({ length: POINTS / 2 }, (_, i) => Math.max(this.depths[2 * i] ?? 0, this.depths[2 * i + 1] ?? 0));
  }
}

/** @param {Picture} picture */
function total(picture) {
  return picture.tally.reduce((sum, n) => sum + n, 0);
}

/** Somebody who watches a film, at a moment of it: after so many events. */
export class Viewer {
  /** @param {Film} film */
  constructor(film) {
    this.film = film;
    this.picture = film.stills[0].picture.copy();
    this.moment = 0;
    this.reel = 0;
    this.at = 0;
  }

  /**
   * Goes to a moment, forward or back, and says whether single cells tell what changed: otherwise
   * the whole picture may have.
   * @param {number} moment
   * @param {(cell: number) => void} changed
   */
  seek(moment, changed) {
    const { film } = this;
    const goal = Math.max(0, Math.min(moment, film.events));
    const still = film.stills[this.before(goal)];
    const first = still.reel < film.reels.length ? film.reels[still.reel].first : film.events;
    const jump = goal < this.moment || first > this.moment;
    if (jump) {
      this.picture.set(still.picture);
      this.moment = first;
      this.reel = still.reel;
      this.at = 0;
    }
    while (this.moment < goal) {
      const { words, first: start } = film.reels[this.reel];
      const next = film.reels[this.reel + 1];
      const end = next ? next.first : film.events;
      if (goal >= end) {
        this.picture.apply(words, this.at, Infinity, jump ? null : changed);
        this.moment = end;
        this.reel += 1;
        this.at = 0;
      } else {
        const events = goal - Math.max(this.moment, start);
        this.at = this.picture.apply(words, this.at, events, jump ? null : changed);
        this.moment = goal;
      }
    }
    return !jump;
  }

  /**
   * The last picture kept that is not after a moment.
   * @param {number} moment
   */
  before(moment) {
    const { stills, reels, events } = this.film;
    let [low, high] = [0, stills.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      const { reel } = stills[middle];
      const first = reel < reels.length ? reels[reel].first : events;
      if (first <= moment) low = middle;
      else high = middle;
    }
    return low;
  }
}
