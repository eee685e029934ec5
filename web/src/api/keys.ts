/** Query keys: everything of a record hangs below `keys.record`, so one invalidation reaches all of it. */
export const keys = {
  session: () => ['session'] as const,
  signInMethods: () => ['sign-in-methods'] as const,
  demoAccounts: () => ['demo-accounts'] as const,
  records: () => ['records'] as const,
  record: (recordId: string) => ['record', recordId] as const,
  /** every list of a record, or the one page that the query describes */
  list: (recordId: string, query?: object) =>
    query === undefined
      ? (['record', recordId, 'list'] as const)
      : (['record', recordId, 'list', query] as const),
  /** of a file, or of all files; not of the record, so that no list reloads them */
  versions: (fileId?: string) =>
    fileId === undefined ? (['versions'] as const) : (['versions', fileId] as const),
  /** who used a link, or any link */
  linkViews: (linkId?: string) =>
    linkId === undefined ? (['link-views'] as const) : (['link-views', linkId] as const),
  links: (recordId: string) => ['record', recordId, 'links'] as const,
  trash: (recordId: string) => ['record', recordId, 'trash'] as const,
  tree: (recordId: string) => ['record', recordId, 'tree'] as const,
};
