/** What somebody else has done: "Grace", "switched new-checkout in Production". */
export interface News {
  who: string;
  what: string;
}

const LINES = 3;

/** All of it in few lines, the oldest first; of many, how many came before the last ones. */
export function tellNews(news: readonly News[]): { title: string; lines: string[] } {
  const [first] = news;
  if (first && news.every(({ who }) => who === first.who))
    return { title: first.who, lines: shorten(news.map(({ what }) => what)) };
  return { title: `${news.length} changes`, lines: shorten(news.map(({ who, what }) => `${who} ${what}`)) };
}

function shorten(lines: readonly string[]): string[] {
  const earlier = lines.length - LINES;
  return earlier > 0 ? [`${earlier} earlier`, ...lines.slice(-LINES)] : [...lines];
}
