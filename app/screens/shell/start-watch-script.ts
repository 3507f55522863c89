/**
 * Runs in the document, before all other scripts, and tells in `#start-notice` why the application does not start. Written in ECMAScript 5,
 * which every browser reads. "old": a script has a syntax or a function that the browser lacks. "lost": a script did not arrive. "slow":
 * nothing is known after 2.5 seconds; the notice goes when the application starts. All browsers of the baseline have `isWellFormed`.
 */
export const WATCH = `function (window, document) {
  var hasModules = "noModule" in document.createElement("script");
  var isOld = !hasModules || !"".isWellFormed;
  var shown = hasModules ? null : "old", isParsed = false, isStarted = false, mustStay = false;
  function draw() {
    var notice = document.getElementById("start-notice");
    if (!isParsed || !notice) return;
    notice.hidden = shown === null;
    var sentences = notice.querySelectorAll("[data-when]");
    for (var i = 0; i < sentences.length; i += 1) sentences[i].hidden = sentences[i].getAttribute("data-when") !== shown;
  }
  function show(kind) {
    shown = kind;
    draw();
  }
  function kindOf(text) {
    if (/fetch|import|load|network/i.test(text)) return "lost";
    return /(Syntax|Type|Reference)Error/.test(text) ? "old" : null;
  }
  function note(text) {
    mustStay = mustStay || (isOld && kindOf(text) === "old");
    if (mustStay) show("old");
    else if (!isStarted) show(kindOf(text) || "lost");
  }
  window.addEventListener("error", function (event) {
    var isOwn = event.filename && event.filename.indexOf(location.origin + "/") === 0;
    if (event.target && event.target.tagName === "SCRIPT") isStarted || show("lost");
    else if (isOwn) note(String(event.error || event.message));
  }, true);
  window.addEventListener("unhandledrejection", function (event) { note(String(event.reason)); });
  window.addEventListener("application-started", function () {
    isStarted = true;
    if (!mustStay) show(null);
  });
  window.addEventListener("application-failed", function (event) {
    var kind = kindOf(String(event.detail));
    mustStay = kind === "lost" || (kind === "old" && isOld);
    if (mustStay) show(kind);
  });
  document.addEventListener("DOMContentLoaded", function () {
    isParsed = true;
    draw();
  });
  setTimeout(function () {
    isParsed = true;
    if (!isStarted && shown === null) show(isOld ? "old" : "slow");
  }, 2500);
}`;
