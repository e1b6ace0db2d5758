// What is typed is often longer than the keywords of a page: "webhook url validation" is about "webhook".
// So a page is found, too, if all words of a keyword were typed; and if no page has all words, one that lacks one of them.
{
  const withAll = Search.performTermsSearch;

  const withAllButOne = (words, excluded) =>
    [...words].flatMap((word) => withAll(new Set([...words].filter((each) => each !== word)), excluded));

  const byKeyword = (typed) => {
    const words = new Set(typed.split(/\s+/));
    const { docnames, filenames, indexentries, titles } = Search._index;
    return Object.entries(indexentries)
      .filter(([keyword]) => keyword !== typed && keyword.split(" ").every((word) => words.has(word)))
      .flatMap(([keyword, places]) =>
        places
          .filter(([, , isMain]) => isMain)
          .map(([page]) => {
            const score = Math.round((100 * keyword.length) / typed.length);
            return [docnames[page], titles[page], "", null, score, filenames[page], SearchResultKind.index];
          }),
      );
  };

  Search.performTermsSearch = (words, excluded) => {
    const typed = new URLSearchParams(location.search).get("q").toLowerCase().trim();
    const found = [...withAll(words, excluded), ...byKeyword(typed)];
    return found.length || words.size < 2 ? found : withAllButOne(words, excluded);
  };
}
