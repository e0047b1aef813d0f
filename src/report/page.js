'use strict';
/* Sorts a table by the column of the button that was pressed, and filters it by the words in its search field. */
for (const section of document.querySelectorAll('section.table')) {
  const body = section.querySelector('tbody');
  const heads = [...section.querySelectorAll('thead th')];
  const search = section.querySelector('input');
  const count = section.querySelector('output');
  const rows = [...body.rows];
  const value = (row, column) => {
    const cell = row.cells[column];
    return cell.dataset.v === undefined ? cell.textContent : Number(cell.dataset.v);
  };
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every(word => text.includes(word));
      shown += !row.hidden;
    }
    count.textContent = shown + ' of ' + rows.length + ' rows';
  };
  heads.forEach((head, column) => {
    const numbers = head.classList.contains('n');
    head.querySelector('button').addEventListener('click', () => {
      const now = head.getAttribute('aria-sort');
      const descending = now ? now === 'ascending' : numbers;
      heads.forEach(other => other.removeAttribute('aria-sort'));
      head.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
      const known = row => !numbers || row.cells[column].dataset.v !== undefined;
      const order = (a, b) => {
        if (!known(a) || !known(b)) return known(b) - known(a);
        const x = value(a, column), y = value(b, column);
        const sign = numbers ? x - y : x.localeCompare(y, undefined, {numeric: true});
        return descending ? -sign : sign;
      };
      body.append(...[...rows].sort(order));
    });
  });
  search.addEventListener('input', filter);
  section.querySelector('.tools').hidden = false;
  filter();
}
