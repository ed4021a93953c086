#include "report/page.h"

namespace sluice::report {

const std::string_view kPageHead = R"html(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>Training run report</title>
<style>
:root { color-scheme: light dark; --ink: #1a1a1a; --soft: #555; --paper: #fff; --line: #ccc;
  --yes: #0b6b3a; --no: #a4161a; --accent: #0057b8; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e8; --soft: #b0b0b0; --paper: #161616; --line: #444;
    --yes: #6fd19b; --no: #ff8f8f; --accent: #7db7ff; }
}
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.6rem; line-height: 1.2; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; border-bottom: 1px solid var(--line); }
table { border-collapse: collapse; margin: .75rem 0; font-size: .875rem; }
caption { text-align: left; font-weight: 600; padding: .25rem 0; white-space: nowrap; }
th, td { text-align: left; vertical-align: top; padding: .2rem .8rem .2rem 0;
  border-bottom: 1px solid var(--line); font-weight: 400; }
thead th { font-weight: 600; }
.number, thead .number { text-align: right; white-space: nowrap;
  font-variant-numeric: tabular-nums; }
.facts th[scope=row] { min-width: 11rem; } .facts .from { min-width: 14rem; }
.from, small, figcaption, .soft { color: var(--soft); }
.label { white-space: nowrap; }
.label.extrapolated, .label.rough { font-style: italic; }
.wide { overflow-x: auto; }
figure { margin: 1rem 0; }
figure svg { width: 100%; max-width: 44rem; height: auto; }
figcaption { font-size: .8125rem; }
.decision { list-style: none; padding: 0; }
.decision li { padding: .25rem 0 .25rem .75rem; border-left: .3rem solid var(--line);
  margin: .25rem 0; }
.decision .yes { border-color: var(--yes); } .decision .yes strong { color: var(--yes); }
.decision .no { border-color: var(--no); } .decision .no strong { color: var(--no); }
.warning { border-left: .3rem solid var(--no); padding-left: .75rem; }
summary { cursor: pointer; color: var(--accent); padding: .5rem 0; }
input[type=range] { width: min(30rem, 100%); display: block; }
input { font: inherit; }
abbr { text-decoration: underline dotted; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (max-width: 40rem) {
  caption { white-space: normal; }
  .facts thead { position: absolute; clip-path: inset(50%); }
  .facts tr { display: block; border-bottom: 1px solid var(--line); padding: .3rem 0; }
  .facts th, .facts td { display: inline; border: 0; }
  .facts .number { font-weight: 600; } .facts .from { display: block; min-width: 0; }
}
@media print {
  :root { --ink: #000; --soft: #333; --paper: #fff; --line: #999; --yes: #000; --no: #000; }
  @page { size: A4; margin: 15mm; }
  body { font-size: 10pt; } .wide { overflow: visible; } summary, .guess { display: none; }
  section, figure, tr { break-inside: avoid-page; } h2 { break-after: avoid-page; }
}
</style>
</head>
<body>
<main>
)html";

const std::string_view kGuess = R"html(<div class="guess" id="guessing">
<form id="ask"><label for="guess">Guess the compute-optimal size, in parameters, before you look:
</label> <input id="guess" name="guess" inputmode="decimal" autocomplete="off" placeholder="3e9">
<button type="submit">Compare</button></form>
<p id="answer" role="status"></p>
<label for="size">Same compute, another size:</label>
<input id="size" type="range" min="0" max="64" value="32" step="1" disabled>
<output id="at" for="size" class="soft">Without scripts, read the curve in the section on the
optimum.</output>
</div>
)html";

const std::string_view kPageEnd = R"html(<script>
"use strict";
(() => {
  const curve = JSON.parse(document.getElementById("curve").textContent);
  const results = document.getElementById("results");
  addEventListener("beforeprint", () => { results.open = true; });
  const form = document.getElementById("ask");
  if (!form || !curve.length) return;
  const best = curve.reduce((a, b) => (b[1] < a[1] ? b : a));
  const told = (n) => n.toPrecision(3).replace("e+", "e");
  const slider = document.getElementById("size");
  const show = () => {
    const [n, loss] = curve[slider.value];
    const over = loss - best[1];
    document.getElementById("at").textContent = told(n) + " parameters: " +
      (over === 0 ? "the best" : over.toFixed(4) + " nats a token above the best");
    slider.setAttribute("aria-valuetext", document.getElementById("at").textContent);
  };
  const open = () => {
    slider.disabled = false;
    slider.max = curve.length - 1;
    slider.value = curve.indexOf(best);
    results.open = true;
    show();
  };
  slider.addEventListener("input", show);
  document.getElementById("at").textContent = "after your guess";
  if (results.open) open();
  results.addEventListener("toggle", () => { if (results.open && slider.disabled) open(); });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const guess = Number(document.getElementById("guess").value.trim());
    const answer = document.getElementById("answer");
    if (!(guess > 0) || !isFinite(guess)) {
      answer.textContent = "Enter a number of parameters, as 3e9.";
      return;
    }
    const near = curve.reduce((a, b) =>
      (Math.abs(Math.log(b[0] / guess)) < Math.abs(Math.log(a[0] / guess)) ? b : a));
    const outside = guess < curve[0][0] || guess > curve[curve.length - 1][0];
    answer.textContent = "Your guess is " + told(guess / best[0]) + " times the best size; " +
      (outside ? "it is beyond the curve's end, where the loss is at least "
               : "near it the loss is ") +
      (near[1] - best[1]).toFixed(4) + " nats a token above the best.";
    open();
  });
})();
</script>
</main>
</body>
</html>
)html";

}  // namespace sluice::report
