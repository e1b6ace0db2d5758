// A table that is wider than its place is reached with the keyboard, so that it can be scrolled.
const tables = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
});
for (const table of document.querySelectorAll(".table-wrapper")) tables.observe(table);
