// Sorts a table after a click on a column head. The page can be read without it.
for (const head of document.querySelectorAll("table.sort th")) {
  const button = document.createElement("button");
  button.textContent = head.textContent;
  head.replaceChildren(button);
  button.addEventListener("click", () => {
    const table = head.closest("table"), body = table.tBodies[0];
    const down = head.getAttribute("aria-sort") === "ascending";
    const key = row => row.cells[head.cellIndex].dataset.order
      ?? row.cells[head.cellIndex].textContent;
    const order = (a, b) => isNaN(key(a)) || isNaN(key(b))
      ? key(a).localeCompare(key(b)) : key(a) - key(b);
    const rows = [...body.rows].sort((a, b) => down ? order(b, a) : order(a, b));
    body.append(...rows);
    for (const other of table.querySelectorAll("th")) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
  });
}
