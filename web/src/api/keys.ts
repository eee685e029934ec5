/** Query keys. All data of a record has the prefix `keys.record`, so that one invalidation covers all of it. */
export const keys = {
  session: () => ['session'] as const,
  /** the list of people, and all about single people (DESK-02) */
  people: () => ['people'] as const,
  /** the pages of the activity, and the choices of its filter (AUDIT-05) */
  activity: () => ['activity'] as const,
  /** who could open an item, and who did (AUDIT-09) */
  exposure: () => ['exposure'] as const,
  /** the holds in force, and the protection of items (SAFE-12) */
  holds: () => ['holds'] as const,
  openSessions: () => ['open-sessions'] as const,
  secondFactor: () => ['second-factor'] as const,
  signInMethods: () => ['sign-in-methods'] as const,
  demoAccounts: () => ['demo-accounts'] as const,
  oneTimeAddress: (token: string) => ['one-time-address', token] as const,
  records: () => ['records'] as const,
  record: (recordId: string) => ['record', recordId] as const,
  /** all lists of a record, or with `query` one page of a list */
  list: (recordId: string, query?: object) =>
    query === undefined
      ? (['record', recordId, 'list'] as const)
      : (['record', recordId, 'list', query] as const),
  /**
   * the versions of one file, or of all files; without the prefix of the record, so that reloading lists does not
   * reload them
   */
  versions: (fileId?: string) =>
    fileId === undefined ? (['versions'] as const) : (['versions', fileId] as const),
  /** the views of one link, or of all links */
  linkViews: (linkId?: string) =>
    linkId === undefined ? (['link-views'] as const) : (['link-views', linkId] as const),
  links: (recordId: string) => ['record', recordId, 'links'] as const,
  trash: (recordId: string) => ['record', recordId, 'trash'] as const,
  tree: (recordId: string) => ['record', recordId, 'tree'] as const,
};
