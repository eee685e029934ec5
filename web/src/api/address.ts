/**
 * The path and query of a call, with every value percent-encoded (T-55).
 * @param path with parameters as `:name`
 * @param query values that are undefined or null are left out; lists are comma-joined (contract section 1)
 */
export function addressOf(
  path: string,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(textOf(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, textOf(value));
  }
  const text = search.toString();
  return text === '' ? filled : `${filled}?${text}`;
}

/** Texts as they are, lists comma-joined, anything else as JavaScript writes it. */
function textOf(value: unknown): string {
  return Array.isArray(value) ? value.map(textOf).join(',') : `${value as string | number | boolean}`;
}
