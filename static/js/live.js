/* The live page: what is tapped in is kept on the phone, shown at once, sent when it can be, and arrives once.
   Words come from the page. Nothing here needs https: no service worker, no randomUUID. */
"use strict";

(() => {
  const root = document.getElementById("live-match");
  if (!root) return;
  const { match: MATCH, coach: COACH, api: API, now: NOW, login: LOGIN } = root.dataset;
  const MAY = root.dataset.may === "yes";
  const said = (name) => root.dataset[`said${name}`] ?? "";
  const dialog = document.getElementById("tell");
  const form = document.getElementById("tell-form");
  const news = document.getElementById("live-news");
  // Phones have clocks of their own: what is told is dated by the server's.
  const ahead = Number(root.dataset.time) - Date.now();

  /* --- what is kept on this phone ------------------------------------------------------------------------------- */

  const random = () => [...crypto.getRandomValues(new Uint8Array(10))].map((one) => (one % 36).toString(36)).join("");
  // A device's name is public: under the coach's own number nobody else can use it.
  const deviceOf = (phone) => `c${COACH}-${phone.device}`;
  const fresh = () => ({ name: "phone", device: `a${random()}`, sequence: 0 });

  const asked = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

  /* In IndexedDB a number is counted and its entry kept in one transaction, whichever tab does it. */
  const inDatabase = async () => {
    const opening = indexedDB.open("scrimmage-live", 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore("phone", { keyPath: "name" });
      opening.result.createObjectStore("entries", { keyPath: "sequence" });
    };
    const database = await asked(opening);
    const within = async (act) => {
      const transaction = database.transaction(["phone", "entries"], "readwrite");
      const done = new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onerror = transaction.onabort = () => reject(transaction.error);
      });
      const result = await act(transaction.objectStore("phone"), transaction.objectStore("entries"));
      await done;
      return result;
    };
    return {
      all: () => within((phone, entries) => asked(entries.getAll())),
      add: (make) => within(async (phone, entries) => {
        const self = (await asked(phone.get("phone"))) ?? fresh();
        self.sequence += 1;
        const entry = make(self);
        await asked(phone.put(self));
        await asked(entries.put(entry));
        return entry;
      }),
      put: (entry) => within((phone, entries) => asked(entries.put(entry))),
      drop: (sequence) => within((phone, entries) => asked(entries.delete(sequence))),
    };
  };

  /* The same in something that reads and writes a text as a whole. */
  const inText = (read, write) => {
    const held = () => JSON.parse(read() || "null") ?? { phone: fresh(), entries: [] };
    const change = (act) => {
      const now = held();
      const result = act(now);
      write(JSON.stringify(now));
      return Promise.resolve(result);
    };
    return {
      all: () => Promise.resolve(held().entries),
      add: (make) => change((now) => {
        now.phone.sequence += 1;
        const entry = make(now.phone);
        now.entries.push(entry);
        return entry;
      }),
      put: (entry) => change((now) => {
        now.entries = now.entries.map((one) => (one.sequence === entry.sequence ? entry : one));
      }),
      drop: (sequence) => change((now) => {
        now.entries = now.entries.filter((one) => one.sequence !== sequence);
      }),
    };
  };

  let fragile = false;
  const openStore = async () => {
    try {
      const store = await inDatabase();
      await store.all();
      return store;
    } catch { /* private windows of some browsers have none */ }
    try {
      localStorage.setItem("scrimmage-live-test", "1");
      localStorage.removeItem("scrimmage-live-test");
      return inText(() => localStorage.getItem("scrimmage-live"), (text) => localStorage.setItem("scrimmage-live", text));
    } catch { /* nor that */ }
    fragile = true;
    let memory = "";
    return inText(() => memory, (text) => { memory = text; });
  };

  let store = null;
  let entries = []; // everything that waits on this phone for this match
  const reread = async () => {
    entries = (await store.all()).filter((one) => one.match === MATCH).sort((one, other) => one.sequence - other.sequence);
  };
  const mine = () => entries.filter((one) => one.coach === COACH && !one.refused);
  const refused = () => entries.filter((one) => one.coach === COACH && one.refused);
  const others = () => entries.filter((one) => one.coach !== COACH);

  /* Up to which entry this page has seen what other phones told. */
  const seenNow = () => Number(standing().dataset.number);

  const keep = async (event, { key = "", rank = 0, dice = "", apart = "", seen = seenNow() } = {}) => {
    await store.add((phone) => {
      const device = deviceOf(phone);
      const own = key || `${device}-${phone.sequence}`;
      return {
        sequence: phone.sequence, device, match: MATCH, coach: COACH, key: own, rank, throw: dice, seen, apart,
        event: event && { ...event, key: own },
      };
    });
    await reread();
    show();
    send();
  };

  /* --- sending -------------------------------------------------------------------------------------------------- */

  let state = ""; // "", offline, login, or a sentence of the server's
  let sending = false;
  let pause = 0;
  let timer = 0;

  const later = (seconds) => {
    window.clearTimeout(timer);
    timer = window.setTimeout(send, seconds * 1000);
  };
  const slower = () => { pause = Math.min(Math.max(pause * 2, 2), 30); return pause; };

  const token = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1]
    ?? document.querySelector("input[name=csrfmiddlewaretoken]")?.value ?? "";

  const ask = async (address, options = {}) => {
    const control = new AbortController();
    const tired = window.setTimeout(() => control.abort(), 15000);
    try {
      return await fetch(address, { credentials: "same-origin", cache: "no-store", ...options, signal: control.signal });
    } finally {
      window.clearTimeout(tired);
    }
  };

  const post = (batch) => ask(API, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": token(), Accept: "application/json" },
    body: JSON.stringify({
      device: batch[0].device,
      entries: batch.map(({ sequence, key, event, rank, throw: dice, seen = 0, apart = "" }) => (
        { sequence, key, event, rank, throw: dice, seen, apart })),
    }),
  });

  const underKey = (entry, key) => ({ ...entry, key, event: entry.event && { ...entry.event, key } });

  /* An entry under another number, and under another key where it is given one. */
  const renumbered = async ({ sequence, device, ...rest }, keyOf = () => rest.key) => {
    const added = await store.add((phone) => {
      const now = deviceOf(phone);
      const key = keyOf(`${now}-${phone.sequence}`);
      return { ...rest, sequence: phone.sequence, device: now, key, event: rest.event && { ...rest.event, key } };
    });
    await store.drop(sequence);
    return added;
  };

  /* Another tab, or a copy of this phone, has used its number: it gets one of its own. What was new gets a key of its own
     as well: under the old one it would be an edit of what the other has told. What waits behind it, to edit it or to
     take it back, is about that one, and comes after it. */
  const anew = async (entry) => {
    if (entry.key !== `${entry.device}-${entry.sequence}`) { await renumbered(entry); return; }
    const { key } = await renumbered(entry, (own) => own);
    await reread();
    const behind = mine().filter((one) => one.key === entry.key && one.device === entry.device && one.sequence > entry.sequence);
    for (const one of behind) await renumbered(one, () => key);
  };

  const settle = async (batch, answer) => {
    const receipts = new Map(answer.receipts.map((one) => [one.sequence, one]));
    for (const entry of batch) {
      const receipt = receipts.get(entry.sequence);
      if (!receipt) continue;
      if (receipt.outcome !== "refused") {
        await store.drop(entry.sequence);
      } else if (receipt.problems.some((problem) => problem.code === "entry_sequence")) {
        await anew(entry);
      } else {
        await store.put({ ...entry, refused: receipt.problems.map((problem) => problem.title) });
      }
    }
    state = answer.late ? said("Late") : "";
  };

  /* What is about an event of the same batch goes with the next one: the event may need another key first. */
  const apart = (list) => {
    const keys = new Set();
    const again = list.findIndex((one) => keys.size === keys.add(one.key).size);
    return again < 0 ? list : list.slice(0, again);
  };

  const send = async () => {
    if (sending || !store) return;
    await reread();
    const first = mine()[0];
    // One device at a time: the number of an entry is its device's.
    const batch = first ? apart(mine().filter((one) => one.device === first.device).slice(0, 100)) : [];
    if (!batch.length) { show(); return; }
    sending = true;
    let wait = 0;
    try {
      let answer = await post(batch);
      if (answer.status === 403) {
        // The token may have changed with another login: ask for a new one, once.
        await ask(NOW);
        answer = await post(batch);
      }
      const json = (answer.headers.get("Content-Type") ?? "").includes("json");
      const body = json ? await answer.json() : {};
      if (answer.ok && json && !answer.redirected) {
        await settle(batch, body);
        pause = 0;
      } else if (answer.status === 401 || answer.redirected || (answer.status === 403 && body.code !== "not_allowed")) {
        state = "login";
        wait = 15;
      } else {
        state = body.title || "offline";
        wait = Math.max(Number(answer.headers.get("Retry-After") ?? 0), slower());
      }
    } catch {
      state = "offline";
      wait = slower();
    }
    sending = false;
    await reread();
    show();
    if (wait) later(wait);
    else { await poll(); if (mine().length) later(0.05); }
  };

  /* --- how it stands -------------------------------------------------------------------------------------------- */

  const here = document.getElementById("now");
  const standing = () => document.getElementById("live-state");
  let tag = root.dataset.tag;
  let asking = false;
  let miss = 0;
  let clock = 0;

  const poll = async () => {
    if (asking) return;
    asking = true;
    try {
      const answer = await ask(NOW, { headers: { "If-None-Match": tag } });
      if (answer.status === 200 && !answer.redirected) {
        const arrived = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("live-state");
        if (arrived && arrived.dataset.coach === COACH) {
          tag = answer.headers.get("ETag") ?? "";
          swap(arrived);
          if (state === "offline" || state === "login") state = "";
        } else if (arrived && COACH) {
          state = "login";
        }
      } else if (answer.status === 304 && state === "offline") {
        state = "";
      }
      miss = answer.ok || answer.status === 304 ? 0 : miss + 1;
    } catch {
      miss += 1;
      if (MAY) state = state || "offline";
    }
    asking = false;
    show();
    next();
  };

  const next = () => {
    window.clearTimeout(clock);
    if (document.hidden) return;
    const seconds = Number(standing()?.dataset.seconds ?? 20) * 2 ** Math.min(miss, 4);
    clock = window.setTimeout(poll, Math.min(seconds, 60) * 1000 * (0.85 + Math.random() * 0.3));
  };

  const swap = (arrived) => {
    const opened = [...here.querySelectorAll("details[open] > summary[id]")].map((one) => one.id);
    const inside = here.contains(document.activeElement) ? document.activeElement.closest("[id]")?.id : "";
    standing().replaceWith(document.importNode(arrived, true));
    opened.forEach((id) => document.getElementById(id)?.parentElement.setAttribute("open", ""));
    if (inside) document.getElementById(inside)?.querySelector("button, a")?.focus({ preventScroll: true });
  };

  /* Events as the server has them, and as they will be when everything that waits has arrived. */
  const known = () => new Map([...here.querySelectorAll("[data-timeline] [data-event]")].map(
    (one) => [one.dataset.key, JSON.parse(one.dataset.event)],
  ));
  const after = () => {
    const events = known();
    mine().forEach(({ key, event }) => (event ? events.set(key, event) : events.delete(key)));
    return events;
  };
  const scored = (events, side) => [...events.values()].filter((one) => one.kind === "touchdown" && one.side === side).length;
  const current = () => {
    const { half, turn, turnOf } = standing().dataset;
    const at = { half: Number(half) || 1, turn: Number(turn), side: turnOf };
    mine().forEach(({ event, rank }) => {
      if (!event || !rank || !event.half) return;
      Object.assign(at, { half: event.half, turn: event.turn });
      if (event.kind === "turn") at.side = event.side;
    });
    return at;
  };
  const nextTurn = (side, half) => 1 + Math.max(0, ...[...after().values()].filter(
    (one) => one.kind === "turn" && one.side === side && one.half === half,
  ).map((one) => one.turn));

  /* --- showing it ----------------------------------------------------------------------------------------------- */

  const make = (tagName, className, ...parts) => {
    const element = document.createElement(tagName);
    if (className) element.className = className;
    element.append(...parts.filter(Boolean));
    return element;
  };
  const radio = (name, value) => form?.querySelector(`input[name="${name}"][value="${CSS.escape(value)}"]`);
  const wordOf = (name, value) => radio(name, value)?.closest("label").querySelector("span")?.textContent ?? value;
  const nameOf = (side, key) => {
    const shirt = side && key ? radio("player", `${side}/${key}`)?.closest("label") : null;
    return shirt ? `#${shirt.querySelector("b").textContent} ${shirt.querySelector("span").textContent}` : "";
  };
  const halfWord = (half) => form?.querySelector(`#tell-half option[value="${half}"]`)?.textContent ?? "";
  const whenWord = ({ half, turn }) => [halfWord(half), turn ? said("Turn").replace("{turn}", turn) : ""].filter(Boolean).join(" · ");

  const pendingItem = ({ key, event }) => {
    const side = event.side;
    const optional = event.what ? form.querySelector(`[name="what-${event.kind}"] option[value="${CSS.escape(event.what)}"]`) : null;
    const other = nameOf(event.own ? side : opposite(side), event.other);
    const colour = [...(here.querySelector(`.live-side[data-side="${side}"]`)?.classList ?? [])].find((one) => one.startsWith("team-colour-"));
    const item = make("li", `live-item live-item--waits ${colour ?? ""}`,
      make("p", "live-item-head", make("span", "live-item-when", whenWord(event)), make("strong", "", event.kind === "turn" ? said("TurnBegins") : wordOf("kind", event.kind))),
      make("p", "", nameOf(side, event.player) || (side ? wordOf("side", side) : ""), " ", event.cause ? wordOf("cause", event.cause) : "",
        " ", other ? said(event.kind === "foul" ? "On" : "By").replace("{player}", other) : "", " ", optional?.textContent ?? "", " ", event.note ?? ""),
      make("p", "live-item-remark", said("Waits")));
    item.dataset.key = key;
    item.dataset.event = JSON.stringify(event);
    if (MAY) {
      const undo = make("button", "button button--small button--link", said("Undo"));
      const edit = make("button", "button button--small button--link", said("Edit"));
      Object.assign(undo, { type: "button" }).dataset.undoHere = "";
      Object.assign(edit, { type: "button" }).dataset.edit = "";
      if (event.kind === "turn") edit.hidden = true;
      item.append(make("div", "live-item-foot", make("span"), undo, edit));
    }
    return item;
  };

  const showPending = () => {
    const list = here.querySelector("[data-pending]");
    if (!list) return;
    const there = known();
    const events = after();
    here.querySelectorAll("[data-timeline] > [data-key]").forEach((item) => {
      const touched = mine().some((one) => one.key === item.dataset.key);
      item.classList.toggle("is-undone", touched && !events.has(item.dataset.key));
      item.classList.toggle("is-edited", touched && events.has(item.dataset.key));
      item.querySelector("[data-waits]")?.remove();
      if (!touched) return;
      const what = events.has(item.dataset.key) ? said("Edited") : said("Undone");
      const note = make("p", "live-item-remark", `${what}: ${said("Waits")}`);
      note.dataset.waits = "";
      item.append(note);
    });
    const added = [...new Set(mine().map((one) => one.key))].filter((key) => !there.has(key) && events.has(key));
    list.replaceChildren(...added.reverse().map((key) => pendingItem({ key, event: events.get(key) })));
    list.hidden = !added.length;
    ["home", "away"].forEach((side) => {
      const number = here.querySelector(`[data-score="${side}"]`);
      if (!number) return;
      number.dataset.base ??= number.textContent;
      number.textContent = Number(number.dataset.base) + scored(events, side) - scored(there, side);
    });
  };

  const showTurns = () => {
    const at = current();
    const when = here.querySelector("[data-when]");
    if (when && mine().length) when.textContent = whenWord(at);
    here.querySelectorAll(".live-turn[name=side]").forEach((button) => {
      button.dataset.turn = nextTurn(button.value, at.half);
      button.querySelector("span").textContent = said("NextTurn").replace("{turn}", button.dataset.turn);
      button.classList.toggle("is-on", button.value === at.side);
    });
    const half = here.querySelector("[data-next-half]");
    if (half) half.hidden = false;
  };

  /* Who is off the pitch, for the buttons of the form: as the dugouts say, and then what waits. */
  const showShirts = () => {
    if (!form) return;
    const off = new Set([...here.querySelectorAll("[data-shirt]")].filter((one) => one.dataset.off !== "reserves").map((one) => one.dataset.shirt));
    mine().forEach(({ event }) => {
      if (!event?.player) return;
      const shirt = `${event.side}/${event.player}`;
      if (["ko", "casualty", "sent-off"].includes(event.kind) && !event.apothecary) off.add(shirt);
      if (event.kind === "back") off.delete(shirt);
    });
    form.querySelectorAll(".shirt[data-shirt]").forEach((one) => one.classList.toggle("is-off", off.has(one.dataset.shirt) || one.dataset.missing === "yes"));
  };

  let unfolded = false; // what happens rarely is shown as well
  const showKinds = () => {
    const grid = here.querySelector("[data-kinds]");
    if (!grid || !form || standing().dataset.open !== "yes") return;
    const buttons = [...form.querySelectorAll("input[name=kind]")].map((input) => {
      const label = input.closest("label");
      const button = make("button", "live-kind", label.querySelector("svg")?.cloneNode(true), make("span", "", wordOf("kind", input.value)));
      Object.assign(button, { type: "button" }).dataset.kind = input.value;
      return button;
    });
    const more = make("button", "live-kind live-kind--more", make("span", "", said("More")));
    Object.assign(more, { type: "button" }).dataset.more = "";
    const rare = buttons.slice(8);
    if (!unfolded && rare.length > 1) buttons.splice(8, rare.length, more);
    grid.replaceChildren(...buttons);
    grid.hidden = false;
  };

  const notice = (tone, text, ...more) => make("div", `notice notice--${tone}`, make("p", "", make("strong", "", text)), ...more);
  const folded = (text, rest) => make("div", "notice notice--warning", make("details", "", make("summary", "", text), make("p", "", rest)));
  const link = () => {
    const anchor = make("a", "button button--small", said("LogIn"));
    anchor.href = LOGIN;
    return anchor;
  };

  const showNews = () => {
    const found = [];
    const waiting = mine().length;
    const count = waiting ? `${said("Count")} ${waiting}` : "";
    if (state === "login" && COACH) found.push(notice("warning", said("Login"), make("p", "", count), link()));
    else if (state === "offline" && MAY) found.push(folded(`${said("NoNetwork")} ${count}`, said("Offline")));
    else if (state && MAY) found.push(notice("warning", state, make("p", "", count)));
    if (others().length) found.push(notice("warning", `${said("Other")} ${others().length}`, COACH ? null : link()));
    if (fragile && waiting) found.push(notice("error", said("Fragile")));
    refused().forEach((entry) => {
      const away = make("button", "button button--small button--second", said("Forget"));
      Object.assign(away, { type: "button" }).dataset.forget = entry.sequence;
      const what = entry.event ? wordOf("kind", entry.event.kind) : said("Undone");
      found.push(notice("error", `${said("Refused")} ${what}`, make("p", "", entry.refused.join(" ")), away));
    });
    const told = found.map((one) => one.textContent).join("\n");
    if (news.dataset.told === told) return;
    news.dataset.told = told;
    news.replaceChildren(...found);
  };

  const show = () => {
    showPending();
    showTurns();
    showKinds();
    showShirts();
    showNews();
    root.dataset.waiting = mine().length;
  };

  /* --- the sheet on which an event is told ---------------------------------------------------------------------- */

  const opposite = (side) => (side === "home" ? "away" : side === "away" ? "home" : "");
  const fieldsOf = (kind) => (radio("kind", kind)?.dataset.fields ?? "").split(" ");
  let editing = null; // the event that is told anew
  let begunAt = 0; // what had been seen when that was begun

  const choose = (kind) => {
    radio("kind", kind).checked = true;
    form.querySelectorAll("[data-for]").forEach((part) => { part.hidden = !part.dataset.for.split(" ").includes(kind); });
    form.querySelector("[data-tell-kinds]").hidden = true;
  };

  const sidesFirst = (kind, at) => {
    const victim = ["casualty", "ko"].includes(kind);
    const [player, other] = victim ? [opposite(at.side), at.side] : [at.side, opposite(at.side)];
    form.querySelectorAll("[data-shirts]").forEach((box) => {
      const first = box.querySelector("input").name === "player" ? player : other;
      box.classList.toggle("is-first", box.dataset.shirts === first);
    });
  };

  const open = (kind, event = null, at = current()) => {
    form.reset();
    editing = event;
    begunAt = seenNow();
    choose(kind);
    const half = !event && at.half !== current().half ? halfWord(at.half) : "";
    document.getElementById("tell-title").textContent = [wordOf("kind", kind), half].filter(Boolean).join(" · ");
    sidesFirst(kind, at);
    form.elements.half.value = at.half;
    form.elements.turn.value = at.turn;
    const side = kind === "kick-off" ? opposite(at.side) : at.side;
    if (side && radio("side", side)) radio("side", side).checked = true;
    form.querySelectorAll("input[name=player], input[name=other], input[name=cause], input[name=sent-off-for]").forEach((one) => { one.checked = false; });
    hideOwn(kind, "");
    if (event) fill(event);
    if (event?.side) hideOwn(kind, event.side);
    form.querySelectorAll("[data-own]").forEach((one) => { one.hidden = true; });
    dialog.showModal();
    form.scrollTop = 0;
    form.querySelector("[data-when-fold]").open = Boolean(event?.note) || fieldsOf(kind).join("") === "";
  };

  /* Who did it plays for the other side, unless somebody says that he does not. */
  const hideOwn = (kind, side) => {
    form.querySelectorAll("[data-shirts]").forEach((box) => {
      const own = box.dataset.shirts === side && box.querySelector("input").name === "other";
      box.classList.toggle("is-own", own && !box.querySelector(":checked"));
    });
    form.querySelectorAll("[data-own]").forEach((one) => { one.hidden = kind === "foul"; });
  };

  const fill = (event) => {
    const set = (name, value) => { const one = radio(name, value); if (one) one.checked = true; };
    set("player", `${event.side}/${event.player}`);
    if (event.other) set("other", `${event.own ? event.side : opposite(event.side)}/${event.other}`);
    set("side", event.side);
    set(event.kind === "sent-off" ? "sent-off-for" : "cause", event.cause ?? "");
    set("throw", "");
    ["half", "turn", "note", "result", "lasting", "second", "kept"].forEach((name) => {
      if (form.elements[name]) form.elements[name].value = event[name] ?? "";
    });
    ["apothecary", "igor", "regenerated"].forEach((name) => {
      if (form.elements[name]) form.elements[name].checked = Boolean(event[name]);
    });
    const what = form.elements[`what-${event.kind}`];
    if (what) what.value = event.what ?? "";
    Object.entries(event.dice ?? {}).forEach(([part, faces]) => {
      const input = form.elements[`dice-${part}`] ?? form.elements.faces;
      if (input) input.value = faces.join(" ");
    });
  };

  const facesIn = (input, dice) => {
    const words = (input?.value ?? "").trim().split(/[^0-9]+/).filter(Boolean);
    const faces = words.length === 1 && dice > 1 ? [...words[0]] : words;
    return faces.map(Number);
  };

  const eventOf = () => {
    const sent = new FormData(form);
    const text = (name) => String(sent.get(name) ?? "").trim();
    const kind = text("kind");
    const fields = fieldsOf(kind);
    const has = (...names) => names.some((name) => fields.includes(name));
    const part = (name) => form.querySelector(`[name="${name}"]`)?.closest("[data-for]");
    const [playerSide, player] = has("player") && text("player") ? text("player").split("/") : ["", ""];
    const [otherSide, other] = has("other") && text("other") ? text("other").split("/") : ["", ""];
    const side = has("side") ? text("side") || playerSide : playerSide;
    const event = {
      kind, side, player, other, own: Boolean(other) && otherSide === side,
      half: Number(text("half")) || 0, turn: Number(text("turn")) || 0,
      note: text("note"), apothecary: has("apothecary", "casualty") && sent.has("apothecary"), dice: {},
    };
    // What a kind has no field for stays as it was told.
    if (has("what")) event.what = text(`what-${kind}`);
    if (has("cause", "sent-off-for")) event.cause = text(has("cause") ? "cause" : "sent-off-for");
    if (has("casualty")) {
      ["result", "lasting", "second", "kept"].forEach((name) => { if (form.elements[name]) event[name] = text(name); });
      ["igor", "regenerated"].forEach((name) => { event[name] = sent.has(name); });
      form.querySelectorAll("[data-dice][name^='dice-']").forEach((input) => {
        const faces = facesIn(input, Number(input.dataset.dice));
        if (faces.length) event.dice[input.name.slice("dice-".length)] = faces;
      });
    }
    if (has("faces")) {
      const faces = facesIn(form.elements.faces, Number(radio("kind", kind).dataset.dice ?? 2));
      if (faces.length) event.dice[kind] = faces;
    }
    const dice = has("casualty", "faces") && !part("throw")?.hidden && text("throw") === "first" && !event.result && !event.what ? "first" : "";
    return { event, dice };
  };

  const told = () => {
    form.removeAttribute("aria-busy");
    const { event, dice } = eventOf();
    const at = current();
    const known = editing;
    dialog.close();
    if (known) {
      // Of a list in which nothing is chosen nothing was said: a device may have told what it does not offer.
      if (known.kind === event.kind && !form.querySelector("[name=cause]:checked, [name=sent-off-for]:checked")) delete event.cause;
      keep({ ...known, ...event }, { key: known.key, dice, seen: begunAt });
      return;
    }
    // Told about another turn than the one that is played, it belongs there.
    const now = event.half > at.half || (event.half === at.half && event.turn >= at.turn) || event.turn === 0;
    keep(event, { rank: now ? Math.round(Date.now() + ahead) : 0, dice });
  };

  /* --- taps ----------------------------------------------------------------------------------------------------- */

  const itemOf = (element) => element.closest("[data-key]");
  const eventIn = (item) => mine().filter((one) => one.key === item.dataset.key).at(-1)?.event ?? JSON.parse(item.dataset.event);

  root.addEventListener("submit", (submitted) => {
    const sent = submitted.target;
    const item = itemOf(sent);
    if (!MAY || !store) return;
    submitted.preventDefault();
    sent.removeAttribute("aria-busy");
    if (sent === form) { told(); return; }
    if (sent.matches("[data-turns]")) {
      const { half } = current();
      const side = submitted.submitter.value;
      keep({ kind: "turn", side, half, turn: nextTurn(side, half) }, { rank: Math.round(Date.now() + ahead) });
    } else if (sent.matches("[data-undo]")) {
      keep(null, { key: item.dataset.key });
    } else if (sent.matches("[data-amend]")) {
      keep({ ...eventIn(item), ...JSON.parse(sent.elements.amend.value) }, {
        key: item.dataset.key, dice: sent.elements.throw.value, apart: sent.elements.apart.value,
      });
    }
  });

  root.addEventListener("click", (clicked) => {
    const at = (selector) => clicked.target.closest(selector);
    if (at("[data-forget]")) {
      store.drop(Number(at("[data-forget]").dataset.forget)).then(reread).then(show);
    } else if (!MAY || !store) {
      return;
    } else if (at("[data-kind]")) {
      open(at("[data-kind]").dataset.kind);
    } else if (at("[data-more]")) {
      unfolded = true;
      showKinds();
    } else if (at("[data-own]")) {
      at("[data-own]").hidden = true;
      form.querySelectorAll(".shirts.is-own").forEach((one) => one.classList.remove("is-own"));
    } else if (at("[data-next-half]")) {
      const now = current();
      open("kick-off", null, { half: Math.min(now.half + 1, 3), turn: 0, side: now.side });
    } else if (at("[data-edit]")) {
      clicked.preventDefault();
      const event = eventIn(itemOf(clicked.target));
      if (radio("kind", event.kind)) open(event.kind, event, { half: event.half, turn: event.turn, side: event.side });
    } else if (at("[data-undo-here]")) {
      keep(null, { key: itemOf(clicked.target).dataset.key });
    } else if (at("[data-close]") || clicked.target === dialog) {
      dialog.close();
    } else if (clicked.target.matches("#tell-form input[type=radio]")) {
      chosen(clicked.target, clicked.detail > 0);
    }
  });

  /* A finger that has said all there is to say is done; a keyboard goes through the choices first. */
  const chosen = (input, tapped) => {
    const kind = form.elements.kind.value;
    if (input.name === "player") hideOwn(kind, input.value.split("/")[0]);
    if (!tapped || !["player", "side"].includes(input.name)) return;
    if (radio("kind", kind).dataset.oneTap !== undefined && !editing) { form.requestSubmit(); return; }
    const part = input.closest("fieldset");
    let following = part?.nextElementSibling;
    while (following?.hidden) following = following.nextElementSibling;
    following?.scrollIntoView({ block: "start", behavior: "smooth" });
  };

  /* --- beginning ------------------------------------------------------------------------------------------------ */

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    miss = 0;
    send();
    poll();
  });
  window.addEventListener("online", () => { pause = 0; send(); poll(); });
  window.addEventListener("offline", () => { if (MAY) { state = "offline"; show(); } });
  window.addEventListener("beforeunload", (leaving) => { if (fragile && mine().length) leaving.preventDefault(); });

  if (dialog) {
    const wanted = new URLSearchParams(location.search).get("edit");
    dialog.close();
    form.querySelectorAll("[data-close]").forEach((one) => { one.hidden = false; });
    if (wanted) window.requestAnimationFrame(() => here.querySelector(`[data-key="${CSS.escape(wanted)}"] [data-edit]`)?.click());
  }
  openStore().then(async (opened) => {
    store = opened;
    await reread();
    show();
    send();
    next();
  });
})();
