// Elements described by values, and a document that is made to look like them: what a view of the
// state is written with. Elements that stay keep their focus, their place and what was typed.

/**
 * @typedef {{ tag: string, props: Record<string, any>, kids: Child[], key: string | number | undefined }} Node
 * @typedef {Node | Element | string} Child
 * @typedef {Child | number | null | undefined | false | Loose[]} Loose
 */

/**
 * An element: `on…` are listeners, `data-…`, `aria-…` and what has no property are attributes, `style`
 * is an object, `key` tells it from its siblings.
 * @param {string} tag
 * @param {Record<string, any> | null} [props]
 * @param {...Loose} kids
 * @returns {Node}
 */
export function h(tag, props, ...kids) {
  const { key, ...rest } = props ?? {};
  return { tag, props: rest, kids: flat(kids), key };
}

/**
 * @param {Loose[]} kids
 * @returns {Child[]}
 */
function flat(kids) {
  /** @type {Child[]} */
  const all = [];
  for (const kid of kids) {
    if (Array.isArray(kid)) all.push(...flat(kid));
    else if (kid !== null && kid !== undefined && kid !== false) all.push(typeof kid === "number" ? String(kid) : kid);
  }
  return all;
}

/** What was last shown in an element, to tell what changed. @type {WeakMap<object, Node>} */
const shown = new WeakMap();

const SVG = "http://www.w3.org/2000/svg";
/** Tags of pictures inside the page. */
const DRAWN = new Set(["svg", "path", "circle", "rect", "line", "g", "polyline", "use", "text", "title"]);
/** What is set as a property; all else is an attribute. */
const PROPERTIES = new Set(["value", "checked", "disabled", "hidden", "textContent", "tabIndex", "className", "htmlFor", "open", "indeterminate", "selected"]);

/**
 * Makes the children of an element look like these.
 * @param {Element} root
 * @param {Loose} kids
 */
export function show(root, kids) {
  children(root, flat([kids]));
}

/**
 * @param {Element} root
 * @param {Child[]} kids
 */
function children(root, kids) {
  /** @type {Map<string | number, ChildNode>} */
  const keyed = new Map();
  for (const child of root.childNodes) {
    const key = shown.get(child)?.key;
    if (key !== undefined) keyed.set(key, child);
  }
  let at = root.firstChild;
  for (const kid of kids) {
    const key = typeof kid === "object" && "tag" in kid ? kid.key : undefined;
    const same = key === undefined ? at : (keyed.get(key) ?? null);
    const usable = same !== null && fits(same, kid);
    const element = usable ? same : make(kid);
    if (usable) update(element, kid);
    if (element !== at) root.insertBefore(element, at);
    else at = at?.nextSibling ?? null;
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

/**
 * Whether a node of the document can become what is described.
 * @param {ChildNode} there
 * @param {Child} kid
 */
function fits(there, kid) {
  if (typeof kid === "string") return there instanceof Text;
  if (kid instanceof Element) return there === kid;
  const before = shown.get(there);
  return before !== undefined && before.tag === kid.tag && before.key === kid.key;
}

/**
 * @param {Child} kid
 * @returns {ChildNode}
 */
function make(kid) {
  if (typeof kid === "string") return new Text(kid);
  if (kid instanceof Element) return kid;
  const element = DRAWN.has(kid.tag) ? document.createElementNS(SVG, kid.tag) : document.createElement(kid.tag);
  shown.set(element, { ...kid, props: {}, kids: [] });
  update(element, kid);
  return element;
}

/**
 * @param {ChildNode} there
 * @param {Child} kid
 */
function update(there, kid) {
  if (typeof kid === "string") {
    if (/** @type {Text} */ (there).data !== kid) /** @type {Text} */ (there).data = kid;
    return;
  }
  if (kid instanceof Element) return;
  const element = /** @type {HTMLElement} */ (there);
  const before = shown.get(element)?.props ?? {};
  // Children first: a select takes a value only among its options.
  if (kid.props.textContent === undefined) children(element, kid.kids);
  for (const name of Object.keys(before)) if (!(name in kid.props)) set(element, name, undefined, before[name]);
  for (const [name, value] of Object.entries(kid.props)) set(element, name, value, before[name]);
  shown.set(element, kid);
}

/**
 * @param {HTMLElement} element
 * @param {string} name
 * @param {any} value
 * @param {any} before
 */
function set(element, name, value, before) {
  const any = /** @type {any} */ (element);
  // What is left open is for the person to say.
  if (value === undefined && before === undefined) return;
  if (name.startsWith("on")) {
    if (value === before) return;
    if (before) element.removeEventListener(name.slice(2), before);
    if (value) element.addEventListener(name.slice(2), value);
  } else if (name === "style") {
    for (const key of Object.keys(before ?? {})) if (!(key in (value ?? {}))) element.style.removeProperty(key);
    for (const [key, one] of Object.entries(value ?? {})) element.style.setProperty(key, String(one));
  } else if (PROPERTIES.has(name) && !(element instanceof SVGElement)) {
    const wanted = value ?? (name === "value" || name === "textContent" || name === "className" ? "" : name === "tabIndex" ? 0 : false);
    // What a person changed may differ from what was shown last.
    if (any[name] !== wanted) any[name] = wanted;
  } else if (value === undefined || value === null || value === false) {
    if (before !== undefined && before !== null && before !== false) element.removeAttribute(name);
  } else if (value !== before) {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * The element with an id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function find(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}
