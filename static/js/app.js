/* Betters pages that already work without it. Words come from the page, never from here. */
"use strict";

(() => {
  const each = (root, selector, act) => {
    if (root.matches?.(selector)) act(root);
    root.querySelectorAll(selector).forEach(act);
  };

  /* A number field with two buttons beside it, shown only now that they can do something. */
  const stepper = (box) => {
    const input = box.querySelector("input[type=number]");
    const buttons = box.querySelectorAll("button[data-step]");
    if (!input || box.dataset.ready) return;
    box.dataset.ready = "yes";

    const bound = (name, otherwise) => (input[name] === "" ? otherwise : Number(input[name]));
    const show = () => {
      const value = Number(input.value || 0);
      box.classList.toggle("stepper--lit", value > bound("min", 0));
      buttons.forEach((button) => {
        const down = Number(button.dataset.step) < 0;
        button.disabled = input.disabled || (down ? value <= bound("min", -Infinity) : value >= bound("max", Infinity));
      });
    };
    buttons.forEach((button) => {
      button.hidden = false;
      button.addEventListener("click", () => {
        const wanted = Number(input.value || 0) + Number(button.dataset.step);
        input.value = Math.min(Math.max(wanted, bound("min", -Infinity)), bound("max", Infinity));
        input.dispatchEvent(new Event("input", { bubbles: true }));
        input.dispatchEvent(new Event("change", { bubbles: true }));
      });
    });
    input.addEventListener("input", show);
    show();
  };

  /* One more row of a Django formset, cloned from its <template>. */
  const rows = (box) => {
    const button = box.querySelector("button[data-add-row]");
    const total = box.querySelector("input[name$=-TOTAL_FORMS]");
    const pattern = box.querySelector("template");
    const list = box.querySelector("[data-rows-here]");
    if (!button || !total || !pattern || !list || box.dataset.ready) return;
    box.dataset.ready = "yes";
    button.hidden = false;
    button.addEventListener("click", () => {
      const row = document.createElement(list.tagName);
      row.innerHTML = pattern.innerHTML.replaceAll("__prefix__", total.value);
      total.value = Number(total.value) + 1;
      [...row.children].forEach((child) => {
        list.append(child);
        better(child);
        child.querySelector("input:not([type=hidden]), select")?.focus();
      });
    });
  };

  /* A list with commas: suggestions go on from what stands before the last one. Heard by the document: a field that has
     just arrived is listened to from its first letter. */
  const many = (event) => {
    const input = event.target;
    if (!(input instanceof HTMLInputElement) || !input.matches("[data-many]")) return;
    const before = input.value.slice(0, input.value.lastIndexOf(",") + 1);
    input.list?.querySelectorAll("option").forEach((option) => {
      option.dataset.name ??= option.value;
      option.value = before ? `${before} ${option.dataset.name}` : option.dataset.name;
    });
  };
  document.addEventListener("focusin", many);
  document.addEventListener("input", many);

  /* Rows shown as cards lose their meaning as a table in some browsers; roles give it back. */
  const ROLES = { TABLE: "table", THEAD: "rowgroup", TBODY: "rowgroup", TFOOT: "rowgroup", TR: "row", TD: "cell" };
  const tableRoles = (table) => {
    [table, ...table.querySelectorAll("thead, tbody, tfoot, tr, th, td")].forEach((part) => {
      const role = part.tagName === "TH" ? (part.scope === "row" ? "rowheader" : "columnheader") : ROLES[part.tagName];
      part.setAttribute("role", role);
    });
  };

  /* Times are written in UTC by the server and read on the reader's own clock. */
  const localTime = (element) => {
    const when = new Date(element.dateTime);
    if (Number.isNaN(when.getTime())) return;
    element.title = element.textContent.trim();
    element.textContent = new Intl.DateTimeFormat(document.documentElement.lang, {
      dateStyle: "medium",
      timeStyle: element.dataset.local === "date" ? undefined : "short",
    }).format(when);
  };

  /* A clock that only people look at: it counts down by the server's time, and says when it is over. */
  const countdown = (element) => {
    if (element.dataset.ready) return;
    element.dataset.ready = "yes";
    const ahead = Date.parse(element.dataset.now) - Date.now();
    const until = Date.parse(element.dataset.countdown);
    let timer = 0;
    const show = () => {
      const left = Math.max(0, Math.ceil((until - Date.now() - ahead) / 1000));
      element.textContent = left ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : element.dataset.over;
      if (!left || !element.isConnected) window.clearInterval(timer);
    };
    element.hidden = false;
    timer = window.setInterval(show, 1000);
    show();
  };

  const better = (root) => {
    each(root, "[data-stepper]", stepper);
    each(root, "[data-rows]", rows);
    each(root, "table.table--cards, table.standings", tableRoles);
    each(root, "time[data-local]", localTime);
    each(root, "[data-countdown]", countdown);
  };

  /* A form is sent once; the button says so until an answer comes. */
  document.addEventListener("submit", (event) => {
    const form = event.target;
    const question = event.submitter?.dataset.confirm ?? form.dataset.confirm;
    if (form.getAttribute("aria-busy") === "true" || (question && !window.confirm(question))) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    if (form.method !== "post") return;
    form.setAttribute("aria-busy", "true");
    window.setTimeout(() => form.removeAttribute("aria-busy"), 8000);
  }, true);
  window.addEventListener("pageshow", () => {
    document.querySelectorAll("form[aria-busy]").forEach((form) => form.removeAttribute("aria-busy"));
  });

  document.addEventListener("htmx:load", (event) => better(event.detail.elt));
  document.addEventListener("htmx:afterRequest", (event) => {
    event.detail.elt.closest?.("form")?.removeAttribute("aria-busy");
  });
  ["htmx:sendError", "htmx:responseError", "htmx:timeout"].forEach((name) => {
    document.addEventListener(name, () => {
      const live = document.getElementById("live");
      if (live) live.textContent = live.dataset.failed;
    });
  });

  better(document.body);
  document.querySelector(".problems[tabindex]")?.focus();
})();
