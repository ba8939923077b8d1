/** What the steps of a plan are called, and do, for people; docs/ranking.md says more. */
const STEPS: Readonly<Record<string, { title: string; does: string }>> = {
  terms: { title: "Words", does: "takes the units in which the query’s words weigh most" },
  names: { title: "Names", does: "looks the query’s identifiers up among all symbols" },
  vector: { title: "Meaning", does: "takes the units nearest to the query’s vector" },
  files: { title: "Files", does: "adds the words of each whole file to its units" },
  fuse: { title: "Together", does: "joins the lists as a weighted sum" },
  signals: { title: "Raised and lowered", does: "names made of the query’s words rise; tests, examples and prose sink" },
  diversity: { title: "Variety", does: "makes further units of a file count less" },
  rerank: { title: "Read again", does: "has the reranker read the first results" },
  limit: { title: "The best", does: "keeps what is shown" },
};

export const step_title = (step: string): string => STEPS[step]?.title ?? step;
export const step_meaning = (step: string): string => STEPS[step]?.does ?? "";
