/**
 * The order of a project's environments after an import: where those of the document are, they come in its order; those that it
 * does not name keep their places.
 * @param slugs all of the project, new ones last
 */
export function documentOrder(slugs: readonly string[], document: readonly string[]): string[] {
  const named = new Set(document);
  const known = new Set(slugs);
  const next = document.filter((slug) => known.has(slug)).values();
  return slugs.map((slug) => (named.has(slug) ? (next.next().value ?? slug) : slug));
}
