/** A chunk of a build, as Vite describes it. */
export interface BuiltChunk {
  fileName: string;
  /** file names of the chunks that are loaded with it */
  imports: readonly string[];
  /** file names of the chunks that it can load later */
  dynamicImports: readonly string[];
  moduleIds: readonly string[];
  /** the module that it was made for; null for a chunk of shared modules */
  facadeModuleId: string | null;
}

/** Modules that belong in one chunk, as Rolldown's `codeSplitting.groups` takes them. */
export interface ChunkGroup {
  name: string;
  priority: number;
  includeDependenciesRecursively: false;
  test: (moduleId: string) => boolean;
}

/**
 * Puts all modules that are loaded by the same pages into one chunk, so that a page loads few files and no module of
 * another page (SPEED-12). Modules that no page loads at once, such as those of a dialog, are not in any group.
 * @param chunks of a build without groups
 * @param pages for each name, the modules whose chunks a page loads at once
 * @param follows for the name of a page that is loaded after another one, the name of that one: it has their common
 * modules already
 * @throws Error when no chunk was made for one of these modules
 */
export function chunkGroups(
  chunks: readonly BuiltChunk[],
  pages: Readonly<Record<string, readonly string[]>>,
  follows: Readonly<Record<string, string>> = {},
): ChunkGroup[] {
  const loadersOf = new Map<string, string[]>();
  const loaded = loadedModules(chunks, pages);
  for (const [name, moduleIds] of Object.entries(loaded)) {
    const before = new Set(loaded[follows[name] ?? '']);
    const added = moduleIds.filter((id) => !before.has(id));
    for (const id of added) loadersOf.set(id, [...(loadersOf.get(id) ?? []), name]);
  }
  const groups = new Map<string, { size: number; moduleIds: Set<string> }>();
  for (const [id, loaders] of loadersOf) {
    if (!loaders.some((loader) => loader in pages)) continue;
    const name = loaders.join('-');
    const group = groups.get(name) ?? { size: loaders.length, moduleIds: new Set() };
    groups.set(name, group);
    group.moduleIds.add(id);
  }
  return [...groups].map(([name, { size, moduleIds }]) => ({
    name,
    // What a module imports is loaded by at least the same pages.
    priority: size,
    includeDependenciesRecursively: false,
    test: (id) => moduleIds.has(id),
  }));
}

/**
 * The modules that each page loads at once, by its name, and those that it can load later, by `after-` and its name.
 * The second ones may not be in the chunk of another page, because that page would be loaded, and run, with them.
 */
function loadedModules(
  chunks: readonly BuiltChunk[],
  pages: Readonly<Record<string, readonly string[]>>,
): Record<string, string[]> {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const chunksOf = (files: readonly string[]) => files.flatMap((file) => byFile.get(file) ?? []);
  const ofPages = new Set(Object.values(pages).flat());
  const isOfNoPage = ({ facadeModuleId }: BuiltChunk) =>
    facadeModuleId === null || !ofPages.has(facadeModuleId);
  return Object.fromEntries(
    Object.entries(pages).flatMap(([name, moduleIds]) => {
      const first = moduleIds.map((id) => entryChunk(chunks, id));
      const atOnce = reached(first, ({ imports }) => chunksOf(imports));
      const all = reached(first, ({ imports, dynamicImports }) => [
        ...chunksOf(imports),
        ...chunksOf(dynamicImports).filter(isOfNoPage),
      ]);
      return [
        [name, modulesOf(atOnce)],
        [`after-${name}`, modulesOf(all.filter((chunk) => !atOnce.includes(chunk)))],
      ];
    }),
  );
}

function entryChunk(chunks: readonly BuiltChunk[], moduleId: string): BuiltChunk {
  const entry = chunks.find(({ facadeModuleId }) => facadeModuleId === moduleId);
  if (entry === undefined) throw new Error(`No chunk was made for ${moduleId}: is it imported dynamically?`);
  return entry;
}

/** All chunks that can be reached from the first ones, with these. */
function reached(first: readonly BuiltChunk[], next: (chunk: BuiltChunk) => BuiltChunk[]): BuiltChunk[] {
  const found = new Set(first);
  // A set also visits what is added during the loop.
  for (const chunk of found) for (const one of next(chunk)) found.add(one);
  return [...found];
}

const modulesOf = (chunks: readonly BuiltChunk[]): string[] => chunks.flatMap(({ moduleIds }) => moduleIds);
