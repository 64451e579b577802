// Keys go to the table without a click first: as soon as the terminal is there, and whenever the page gets the focus.
function focusTable() {
  const input = document.querySelector(".xterm-helper-textarea");
  if (input) input.focus();
  return Boolean(input);
}

addEventListener("focus", focusTable);
addEventListener("load", () => {
  const waiting = setInterval(() => {
    if (focusTable()) clearInterval(waiting);
  }, 100);
});
