// Makes the contact sheet a page to decide on. The page says everything without it; this draws each message as clients lay it out, once it
// comes near the screen, and adds filters, keys, comparisons and the approval. All texts become text nodes and never markup.
"use strict";
(() => {
  const find = (selector, root = document) => root.querySelector(selector);
  const findAll = (selector, root = document) => [...root.querySelectorAll(selector)];
  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (typeof value === "function") element.addEventListener(key, value);
      else if (value !== undefined && value !== null && value !== false) element.setAttribute(key, value === true ? "" : value);
    }
    element.append(...children.flat().filter(child => child !== undefined && child !== null && child !== false));
    return element;
  };
  const counted = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
  const page = document.body.dataset;
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)");
  const articles = findAll("article.message");

  // How each client lays a notification out: its name, and for each of its views the caption, the lines of title and body (0: all of
  // them), and where the picture goes. Widths and heights are in page.css.
  const clients = {
    android: ["Android", [
      { name: "collapsed", title: 1, body: 1, icon: true, picture: "square" },
      { name: "expanded", title: 1, body: shown => shown.p ? 1 : 10, icon: true, picture: "frame" },
    ]],
    ios: ["iOS", [
      { name: "banner", title: 1, body: 2, icon: true, picture: "square" },
      { name: "lock screen", title: 1, body: 4, icon: true, picture: "square" },
      { name: "expanded", title: 0, body: 0, picture: "whole" },
    ]],
    web: ["Chrome", [
      { name: "Windows", all: 4, picture: "wide" },
      { name: "Android", title: 1, body: shown => shown.p ? 1 : 10, icon: true, picture: "frame" },
    ]],
  };

  // Drawing.

  const rightToLeft = /^(ar|arc|ckb|dv|fa|he|iw|ks|ku-arab|nqo|pa-arab|ps|sd|syr|ug|ur|yi)\b/i;

  const shot = (shown, kind, label) => {
    const attributes = { class: `shot ${kind} ${shown.p ?? ""}`, role: "img", "aria-label": label };
    const element = make("div", attributes);
    if (kind === "own") element.style.aspectRatio = `${shown.w} / ${shown.h}`;
    return shown.kind === "gif" && (kind === "square" || isCalm.matches) ? still(element, kind) : element;
  };

  // A background cannot be paused, so its first frame is drawn: in a thumbnail, and for people who want little motion, until they ask.
  const still = (element, kind) => {
    const canvas = make("canvas", { class: kind, role: "img", "aria-label": element.getAttribute("aria-label") });
    const play = make("button", { type: "button", click: () => box.replaceWith(element) }, "Play");
    const box = kind === "square" ? canvas : make("div", { class: "paused" }, canvas, play);
    requestAnimationFrame(() => {
      const probe = make("i", { class: element.getAttribute("class"), hidden: true });
      document.body.append(probe);
      const address = /url\("?(.*?)"?\)/.exec(getComputedStyle(probe).backgroundImage)?.[1];
      probe.remove();
      const image = new Image();
      image.onload = () => {
        [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
        canvas.getContext("2d").drawImage(image, 0, 0);
      };
      if (address) image.src = address;
    });
    return box;
  };

  // It has its shape and its first frame before it is played.
  const movie = shown => {
    const element = make("video", { src: `${shown.src}#t=0.001`, controls: true, playsinline: true, preload: "metadata", "aria-label": "The movie" });
    element.style.aspectRatio = `${shown.w} / ${shown.h}`;
    return element;
  };
  const film = shown => shown.src ? movie(shown)
    : make("p", { class: "absent" }, "A movie: ", make("a", { href: shown.url, rel: "noreferrer noopener" }, "play it"));

  const picture = (shown, place, client) => {
    if (!shown.w) return null;
    if (place === "square") {
      return shown.kind === "movie"
        ? make("div", { class: "shot square film", role: "img", "aria-label": "The thumbnail: a frame of the movie" })
        : shot(shown, "square", "The thumbnail beside the text");
    }
    if (shown.kind === "movie") return film(shown);
    if (!shown.p) {
      return make("p", { class: "absent" }, "Not on this page: ",
        make("a", { href: shown.url, rel: "noreferrer noopener" }, "open it"));
    }
    return place === "whole"
      ? shot(shown, "own", "The attachment as iOS shows it")
      : shot(shown, place, `The picture as ${client} crops it`);
  };

  const line = (name, text, lines, locale) => text
    ? make(name, { dir: "auto", lang: locale, class: lines ? "cut" : null, "data-lines": lines || null }, text) : null;

  const words = (said, view, shown, locale, isSaid) => {
    const lines = value => typeof value === "function" ? value(shown) : value;
    const element = make("div", { class: view.all ? "words cut" : "words", "aria-hidden": isSaid ? "true" : null,
      "data-lines": view.all },
      line("b", said.title, lines(view.title), locale), line("em", said.subtitle, lines(view.title), locale),
      line("span", said.body, lines(view.body), locale));
    if (said.actions?.length && !["collapsed", "banner", "lock screen"].includes(view.name)) {
      element.append(make("ul", { class: "actions" }, said.actions.map(text => make("li", { dir: "auto", lang: locale }, text))));
    }
    for (const part of element.querySelectorAll("[data-lines]")) part.style.webkitLineClamp = part.dataset.lines;
    if (view.all) element.style.webkitLineClamp = view.all;
    return element;
  };

  const appLine = () => page.app ? make("small", { class: "app", dir: "auto" }, page.app) : null;
  const icon = () => make("i", { class: "icon", "aria-hidden": "true" });

  const view = (client, layout, shown, article) => {
    const [name] = clients[client];
    const locale = article.dataset.locale ?? "";
    const said = shown.said ?? { title: find("h3", article).textContent, body: find(".body", article)?.textContent };
    const media = picture(shown, layout.picture, name);
    const text = make("div", { class: "text" }, appLine(), words(said, layout, shown, locale, !shown.said));
    const isRow = layout.picture === "square";
    const beginning = [layout.icon && icon(), text];
    const head = isRow ? beginning : make("div", { class: "head" }, beginning);
    const order = isRow || layout.picture === "frame" ? [head, media] : [media, head];
    const card = make("div", { class: `notification ${isRow ? "row" : "column"} ${layout.name.replace(" ", "-")}`,
      dir: rightToLeft.test(locale) ? "rtl" : null }, ...order);
    // Android has buttons below the picture.
    if (layout.picture === "frame") card.append(find(".actions", card) ?? "");
    return make("div", { class: "view" }, make("p", { class: "view-name" }, layout.name), card);
  };

  // Areas are left, top, right and bottom, in parts of the original's width and height.
  const whole = [0, 0, 1, 1];
  const lay = (element, [left, top, right, bottom], [l, t, r, b] = whole) => {
    const percent = (value, length) => `${value / length * 100}%`;
    Object.assign(element.style, { left: percent(left - l, r - l), top: percent(top - t, b - t),
      width: percent(right - left, r - l), height: percent(bottom - top, b - t) });
    return element;
  };
  // What `inner` leaves of `outer`.
  const bands = (name, [l, t, r, b], [left, top, right, bottom], all) =>
    [[l, t, r, top], [l, bottom, r, b], [l, top, left, bottom], [right, top, r, bottom]]
      .filter(area => area[2] - area[0] > 0.002 && area[3] - area[1] > 0.002)
      .map(area => lay(make("i", { class: name }), area, all));

  // The file from which a rendition was made; a movie stands at the moment of the rendition.
  const originalOf = ({ src, time, moves }, failed) => {
    if (!src || (moves && isCalm.matches)) return null;
    const element = time === undefined ? make("img", { src, alt: "", decoding: "async", class: "original" })
      : make("video", { src: `${src}#t=${time}`, muted: true, playsinline: true, preload: "auto", class: "original" });
    element.addEventListener("error", () => failed(element));
    return element;
  };

  // A photograph needs a hundred times the memory of what is seen of it here, and prints as slowly.
  const shrink = ({ target: image }) => {
    const { naturalWidth: width, naturalHeight: height } = image;
    const canvas = make("canvas", { class: "original" });
    const scale = 720 / Math.max(width, height);
    if (!(scale < 1)) return;
    [canvas.width, canvas.height] = [Math.ceil(width * scale), Math.ceil(height * scale)];
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    image.replaceWith(canvas);
  };

  // The whole original, crossed out where a client never shows it, and hatched where it shows it only in some frames. Under it is the
  // rendition, for browsers that cannot show the original.
  const uncropped = (name, { w, h, p, cut }) => {
    if (!cut) return null;
    const original = cut.original ?? { area: whole };
    const [left, top, right, bottom] = original.area;
    const picture = originalOf(original, failed => failed.remove());
    if (!original.moves) picture?.addEventListener("load", shrink);
    const box = make("div", { class: "uncropped", role: "img", "aria-label": `The original; ${name} does not show what is crossed out` },
      p && lay(make("div", { class: `shot own ${p}` }), original.area), picture,
      bands("crossed", whole, cut.ever), bands("hatched", cut.ever, cut.always));
    const shape = w * (bottom - top) / (h * (right - left));
    Object.assign(box.style, { aspectRatio: shape, maxWidth: `${20 * shape}rem` });
    const words = [find(".crossed", box) && "crossed out: never shown", find(".hatched", box) && "hatched: shown in some frames"];
    return make("div", { class: "view" },
      make("p", { class: "view-name" }, ["the original", ...words.filter(Boolean)].join("; ")), box);
  };

  const client = (key, shown, article) => {
    const [name, views] = clients[key];
    return make("figure", { class: `client ${key}`, "aria-label": name },
      make("figcaption", {}, make("strong", {}, name), " ",
        make("span", { class: shown.deep ? "deep" : null }, shown.caption)),
      make("div", { class: "screen" }, views.map(layout => view(key, layout, shown, article)), uncropped(name, shown)));
  };

  const draw = article => {
    if (article.dataset.drawn) return;
    article.dataset.drawn = "yes";
    const place = find(".clients", article);
    if (place) {
      const shown = JSON.parse(article.dataset.shown);
      place.replaceChildren(...Object.keys(clients).filter(key => shown[key]).map(key => client(key, shown[key], article)));
    }
    if (article.dataset.sha) find("header", article).append(holdButton(article));
  };
  const near = new IntersectionObserver(entries => {
    for (const entry of entries) {
      if (entry.isIntersecting) { draw(entry.target); near.unobserve(entry.target); }
    }
  }, { rootMargin: "1200px 0px" });

  // Filters. Without one, nothing is read or changed.

  const texts = new Map();
  const text = article => {
    if (!texts.has(article)) {
      const words = ["h3", ".body", ".facts"].map(selector => find(selector, article)?.textContent ?? "");
      texts.set(article, words.join(" ").toLocaleLowerCase());
    }
    return texts.get(article);
  };
  const fields = {
    locale: ["Language", article => [article.dataset.locale].filter(Boolean)],
    // Those for which it has no picture show its text.
    client: ["Platform", article => article.dataset.shown ? Object.keys(clients) : []],
    target: ["Target", article => [article.dataset.target].filter(Boolean)],
    rule: ["Finding", article => article.dataset.rules?.split(" ") ?? []],
  };
  const chosen = {};
  const search = make("input", { type: "search", placeholder: "Search", "aria-label": "Search messages", input: () => apply() });
  const count = make("output", { "aria-live": "polite" });
  const nothing = make("p", { class: "note", hidden: true }, "No message matches. ",
    make("button", { type: "button", click: () => clear() }, "Show all"));

  const menus = Object.entries(fields).flatMap(([key, [name, values]]) => {
    const found = new Map();
    for (const article of articles) for (const value of values(article)) found.set(value, (found.get(value) ?? 0) + 1);
    if (found.size < (key === "rule" ? 1 : 2)) return [];
    const title = value => key === "client" ? clients[value][0] : value;
    const options = [...found].sort(([a], [b]) => a < b ? -1 : 1)
      .map(([value, times]) => make("option", { value }, `${title(value)} (${times.toLocaleString("en")})`));
    const menu = make("select", { "aria-label": name, "data-field": key, change: () => choose(key, menu.value) },
      make("option", { value: "" }, `${name}: all`), options);
    return [menu];
  });

  const choose = (key, value) => {
    chosen[key] = value;
    const menu = menus.find(one => one.dataset.field === key);
    if (menu) menu.value = value;
    apply();
  };
  const clear = () => {
    search.value = "";
    for (const key of Object.keys(chosen)) delete chosen[key];
    for (const menu of menus) menu.value = "";
    apply();
  };
  const visible = () => articles.filter(article => !article.hidden);
  const apply = () => {
    const asked = search.value.trim().toLocaleLowerCase();
    const wanted = Object.entries(chosen).filter(([, value]) => value);
    for (const article of articles) {
      article.hidden = !(wanted.every(([key, value]) => fields[key][1](article).includes(value))
        && (!asked || text(article).includes(asked)));
    }
    for (const section of findAll("main > section")) section.hidden = !find("article.message:not([hidden])", section);
    document.body.dataset.client = chosen.client ?? "";
    const left = visible().length;
    nothing.hidden = left > 0;
    count.textContent = left === articles.length
      ? counted(left, "message") : `${left.toLocaleString("en")} of ${counted(articles.length, "message")}`;
  };

  // Moving.

  let current = null;
  const go = article => {
    if (!article) return;
    current?.classList.remove("current");
    current = article;
    draw(article);
    article.classList.add("current");
    article.setAttribute("tabindex", "-1");
    article.focus({ preventScroll: true });
    article.scrollIntoView({ block: "start" });
  };
  const step = by => {
    const shown = visible();
    const place = shown.indexOf(current);
    go(shown[Math.min(Math.max(place + by, 0), shown.length - 1)]);
  };
  const follow = () => {
    const target = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
    if (!target) return;
    for (let fold = target.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    if (!target.matches("article.message")) return target.scrollIntoView({ block: "start" });
    if (target.hidden) clear();
    go(target);
  };

  // The approval: a file with the digest of each request that was looked at.

  const ready = articles.filter(article => article.dataset.sha);
  const held = new Set();
  const holdButton = article => make("button", { type: "button", class: "hold", "aria-pressed": String(held.has(article)),
    click: () => hold(article) }, "Hold back");
  const hold = article => {
    if (!article?.dataset.sha) return;
    if (!held.delete(article)) held.add(article);
    article.classList.toggle("held", held.has(article));
    find("button.hold", article)?.setAttribute("aria-pressed", String(held.has(article)));
    approve.textContent = held.size > 0 ? `Approve all but ${held.size}…` : "Approve…";
  };
  const approval = name => {
    const good = ready.filter(article => !held.has(article));
    const requests = Object.fromEntries(good.map(article => [article.dataset.id, article.dataset.sha]).sort());
    return JSON.stringify({ version: 1, campaign: page.campaign, name, time: new Date().toISOString().slice(0, 19) + "Z", requests },
      null, 2) + "\n";
  };
  const save = (name, text) => {
    const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    const link = make("a", { href: address, download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
  };
  const askForApproval = () => {
    const good = ready.filter(article => !held.has(article));
    const changed = good.filter(article => article.dataset.rules?.split(" ").includes("campaign.not-approved"));
    const name = make("input", { type: "text", autocomplete: "name", "aria-label": "Your name", maxlength: 200 });
    const finish = () => {
      if (!name.value.trim()) return name.focus();
      save("approved.json", approval(name.value.trim()));
      dialog.close();
    };
    const others = articles.length - ready.length;
    const list = (some, words) => some.length > 0 && make("p", {}, `${counted(some.length, "message")} ${words}: `,
      some.slice(0, 10).map(article => article.dataset.id).join(", "), some.length > 10 ? "…" : "");
    const dialog = make("dialog", { "aria-labelledby": "approve-title", close: () => dialog.remove() },
      make("h2", { id: "approve-title" }, `Approve ${counted(good.length, "request")}`),
      list(changed, "changed or not approved before"),
      list([...held], "held back by you"),
      others > 0 && make("p", {}, `${counted(others, "message")} that cannot go out.`),
      page.omitted && make("p", {}, `${page.omitted} more messages are not on this page, and are not approved.`),
      make("label", {}, "Your name ", name),
      make("p", { class: "note" }, "You get approved.json. With it, ", make("code", {}, "richpush run --approved approved.json"),
        " writes only the requests that are still the ones you see here."),
      make("p", { class: "buttons" },
        make("button", { type: "button", class: "main", click: finish }, "Save approved.json"),
        make("button", { type: "button", click: () => dialog.close() }, "Cancel")));
    name.addEventListener("keydown", event => { if (event.key === "Enter") finish(); });
    document.body.append(dialog);
    dialog.showModal();
    name.focus();
  };
  const approve = make("button", { type: "button", class: "main", click: askForApproval,
    disabled: page.trial !== undefined || ready.length === 0,
    title: page.trial !== undefined ? "A trial is not sent, so it is not approved." : null }, "Approve…");

  // Comparing a rendition with its original.

  // One lies on the other, in register; right of the divider what the rendition leaves out is crossed out.
  const compare = file => {
    const { p, w, h } = file.dataset;
    const original = JSON.parse(file.dataset.original);
    const [left, top, right, bottom] = original.area;
    const all = [Math.min(left, 0), Math.min(top, 0), Math.max(right, 1), Math.max(bottom, 1)];
    const width = w * (all[2] - all[0]) / (right - left);
    const shape = width / (h * (all[3] - all[1]) / (bottom - top));
    const image = lay(originalOf({ ...original, moves: false }, failed => {
      failed.remove();
      divide(range.value = 0);
      range.disabled = true;
      note.replaceChildren("This browser cannot show the original: ", make("a", { href: original.src }, "open it"));
    }), whole, all);
    const kept = [Math.max(left, 0), Math.max(top, 0), Math.min(right, 1), Math.min(bottom, 1)];
    const front = make("div", { class: "front" }, bands("crossed", whole, kept, all),
      lay(make("div", { class: `shot own ${p}`, role: "img", "aria-label": "The rendition" }), original.area, all));
    const divider = make("i", { class: "divider" });
    const move = event => {
      if (!event.buttons) return;
      const box = stage.getBoundingClientRect();
      divide(range.value = Math.round((event.clientX - box.left) / box.width * 100));
    };
    const stage = make("div", { class: "stage", pointerdown: move, pointermove: move }, image, front, divider);
    const range = make("input", { type: "range", min: 0, max: 100, value: 50, "aria-label": "How much of the original shows",
      input: () => divide() });
    const divide = () => {
      front.style.clipPath = `inset(0 0 0 ${range.value}%)`;
      divider.style.left = `${range.value}%`;
    };
    const exact = make("button", { type: "button", "aria-pressed": "false", click: () => {
      const isExact = exact.getAttribute("aria-pressed") !== "true";
      exact.setAttribute("aria-pressed", String(isExact));
      Object.assign(stage.style, isExact ? { width: `${width / devicePixelRatio}px`, maxWidth: "none" } : fitting);
    } }, "1:1");
    const fitting = { width: "", maxWidth: `min(40rem, ${80 * shape}vh)` };
    Object.assign(stage.style, { aspectRatio: shape, ...fitting });
    divide();
    const controls = make("p", { class: "buttons" }, range, exact);
    controls.style.maxWidth = fitting.maxWidth;
    const note = make("p", { class: "note" }, "Left: the original. Right: the rendition.");
    return make("div", { class: "compare" }, make("div", { class: "scroll" }, stage), controls, note);
  };
  for (const file of findAll(".file[data-original]")) {
    const button = make("button", { type: "button", "aria-expanded": "false", click: () => {
      const shown = find(".compare", file);
      shown ? shown.remove() : file.append(compare(file));
      button.setAttribute("aria-expanded", String(!shown));
    } }, "Compare with the original");
    find(".whole", file)?.append(button);
  }
  for (const link of findAll("a[data-movie]")) {
    const { w, h } = link.closest(".file").dataset;
    link.replaceWith(movie({ src: link.getAttribute("href"), w, h }));
  }

  // Among the files no GIF plays by itself either.
  for (const drawing of isCalm.matches ? findAll(".file[data-moves] .own") : []) drawing.replaceWith(still(drawing, "own"));

  // Keys.

  const frames = make("button", { type: "button", click: () => turn() });
  const turn = next => {
    const order = ["system", "light", "dark"];
    document.body.dataset.frames = next ?? order[(order.indexOf(document.body.dataset.frames) + 1) % order.length];
    frames.textContent = `Phones: ${document.body.dataset.frames}`;
  };
  const keys = {
    j: ["the next message", () => step(1)], k: ["the previous message", () => step(-1)],
    x: ["hold the message back, or not", () => hold(current)], a: ["approve", () => approve.click()],
    d: ["phones light, dark, or as this browser is set", () => turn()], "/": ["search", () => search.focus()],
    Escape: ["all messages again", () => clear()], "?": ["this list", () => help()],
  };
  const help = () => {
    const dialog = make("dialog", { "aria-label": "Keys", close: () => dialog.remove() },
      make("dl", { class: "keys" }, Object.entries(keys).map(([key, [meaning]]) =>
        make("div", {}, make("dt", {}, make("kbd", {}, key)), make("dd", {}, meaning)))),
      make("p", { class: "buttons" }, make("button", { type: "button", click: () => dialog.close() }, "Close")));
    document.body.append(dialog);
    dialog.showModal();
  };
  addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || find("dialog[open]")) return;
    if (event.target.matches?.("input, select, textarea")) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    const known = Object.hasOwn(keys, event.key) ? keys[event.key] : null;
    if (!known) return;
    event.preventDefault();
    known[1]();
  });

  // Keys and commands stand between backticks.
  const code = selector => {
    for (const node of findAll(selector).flatMap(paragraph => [...paragraph.childNodes])) {
      const parts = node.nodeType === Node.TEXT_NODE ? node.data.split("`") : [];
      if (parts.length % 2) node.replaceWith(...parts.map((part, place) => place % 2 ? make("code", {}, part) : part));
    }
  };
  code(".findings p:not(.jumps), .top bdi");

  // The page stays as it was made while its proof grows old.
  const expire = () => {
    const rest = Date.parse(page.proven) + (Number(page.proofLasts) + 1) * 1000 - Date.now();
    if (rest > 0) return setTimeout(expire, Math.min(rest, 60000));
    const name = findAll(".top dt").find(name => name.textContent === "Proof");
    name?.nextElementSibling.replaceChildren(make("bdi", { class: "bad" }, page.expired));
    code(".top bdi.bad");
  };
  if (page.proven) expire();

  // What the page has, once everything above exists.

  const messages = find("main");
  if (articles.length > 0) {
    messages.before(make("div", { class: "tools", role: "toolbar", "aria-label": "Messages" }, search, menus, count, frames,
      make("button", { type: "button", "aria-label": "Keys", click: () => help() }, "?"), approve));
    messages.append(nothing);
  }
  document.addEventListener("click", event => {
    const link = event.target.closest?.("[data-filter]");
    if (!link) return;
    event.preventDefault();
    clear();
    const cut = link.dataset.filter.indexOf(":");
    choose(link.dataset.filter.slice(0, cut), link.dataset.filter.slice(cut + 1));
    messages.scrollIntoView({ block: "start" });
  });
  addEventListener("hashchange", follow);
  addEventListener("beforeprint", () => visible().forEach(draw));
  turn("system");
  apply();
  for (const article of articles) near.observe(article);
  follow();
})();
