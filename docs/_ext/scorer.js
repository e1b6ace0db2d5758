// How the search orders what it finds: pages that teach before pages to look up.
// The numbers are added to those of Sphinx: 100 for an entry of the index, 15 for a title, 5 for a text.
const PLACES = [
  ["reference/glossary", -8],
  ["reference/api/", -4],
  ["reference/", -2],
  ["how-to/index", 0],
  ["how-to/", 4],
  ["tutorials/", 3],
  ["explanation/", 2],
];
// "var": the script of Sphinx declares it again, if it is not there.
var Scorer = {
  score: ([page, , , , score, , kind]) => {
    const place = PLACES.find(([start]) => page.startsWith(start));
    return kind === "object" || !place ? score : score + place[1];
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
