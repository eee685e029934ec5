/** The path of the folder that has the item; '' for an item of the top folder. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** The last name of a path. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Sorts items by path, so that a folder comes before what is in it. */
export const inPathOrder = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : 1);
