/**
 * The order of a project's environments after an import. Environments in the document take its order, within the places
 * that they have now. All others keep their places.
 * @param slugs all of the project, new ones last
 */
export function documentOrder(slugs: readonly string[], document: readonly string[]): string[] {
  const named = new Set(document);
  const known = new Set(slugs);
  const next = document.filter((slug) => known.has(slug)).values();
  return slugs.map((slug) => (named.has(slug) ? (next.next().value ?? slug) : slug));
}
