/* The report form: the score follows the players' touchdowns until somebody writes it himself. */
"use strict";

(() => {
  const form = document.getElementById("report");
  if (!form) return;
  const scores = [...form.querySelectorAll("input[data-score]")];
  const scorers = (side) => [...form.querySelectorAll(`input[data-touchdowns="${side}"]`)];
  const total = (side) => scorers(side).reduce((sum, input) => sum + Number(input.value || 0), 0);
  // A score that already differs was written by hand, before a reload or a refusal.
  const byHand = new Set(
    scores.filter((input) => input.value !== "" && Number(input.value) !== total(input.dataset.score)),
  );
  let following = false;

  form.addEventListener("input", (event) => {
    if (following) return;
    if (event.target.matches("input[data-score]")) byHand.add(event.target);
    if (!event.target.matches("input[data-touchdowns]")) return;
    following = true;
    scores.filter((input) => !byHand.has(input)).forEach((input) => {
      input.value = total(input.dataset.score);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
    following = false;
  });
})();
