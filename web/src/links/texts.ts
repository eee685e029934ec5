export const linkCommandTexts = {
  details: 'View Details',
  copy: 'Copy Link',
  open: 'Open Link',
  goToFolder: 'Go to Folder',
  exposure: 'Who could open this?',
  delete: 'Delete Link',
} as const;

export const linksTabTexts = {
  title: 'Links',
  pageTitle: (product: string) => `Links – ${product}`,
  heading: 'Links List',
  export: 'Export Links',
  exportFile: 'Links List.csv',
  list: 'Links',
  empty: 'No Data',
} as const;

export const linkFilterTexts = {
  label: 'Filter of the links',
  status: 'Status',
  statuses: {
    Any: 'Any',
    Active: 'Active Links',
    Expired: 'Expired Links',
    Deleted: 'Deleted Links',
  },
  type: 'Type',
  anyType: 'Any',
  text: 'Name or person',
  textPlaceholder: 'Item, recipient or maker',
} as const;

export const linkColumnTexts = {
  fileName: 'Item Name',
  createTime: 'Date Created',
  lastAccessed: 'Last Accessed',
  createdBy: 'Created By',
  recipients: 'Recipients',
  status: 'Status',
  views: 'View',
  type: 'Type',
  action: 'Action',
} as const;

export const linkTypeTexts = { SHARE: 'Share', REQUEST: 'Request' } as const;

export const linkStatusTexts = { Active: 'Active', Expired: 'Expired', Deleted: 'Deleted' } as const;

/** USE-16: why an active link does not open. */
export const linkTargetTexts = {
  InTrash: {
    label: 'In trash',
    hint: 'What the link leads to is in the trash. Recipients cannot open it until it is restored.',
  },
  Gone: {
    label: 'Gone',
    hint: 'What the link leads to was deleted for ever. Recipients cannot open it.',
  },
} as const;

/** GUARD-11: why a link gives nothing, although it is neither expired nor deleted. */
export const linkMakerTexts = {
  NoAccess: {
    label: 'Ended',
    hint: (name: string | null) => `Ended: ${name ?? 'the maker'} no longer has access.`,
  },
} as const;

export const linkRowTexts = {
  anyone: 'Anyone',
  moreRecipients: (count: number, addresses: string) => `and ${count} more: ${addresses}`,
  moreActions: (name: string) => `More actions for ${name}`,
  menu: 'Actions of the link',
} as const;

export const deleteLinkTexts = { title: 'Confirm Deletion' } as const;

export const linkDetailsTexts = {
  title: 'Links Details',
  createdBy: 'Created By',
  recipients: 'Recipients',
  created: 'Link Created',
  status: 'Status',
  deletedBy: 'Deleted By',
  deleted: 'Deleted Date',
  access: 'Who has access',
  views: 'Link views',
  showViews: 'Detail',
  notifications: 'Notifications',
  notify: 'Notify me when accessed',
  editNotify: 'Edit the notifications',
  visitors: 'Visitors',
  askGiver: 'Ask for name or e-mail',
  editAskGiver: 'Edit whether visitors are asked',
  link: 'Link',
  copyLink: 'Copy the link',
  password: 'Password',
  copyPassword: 'Copy the password',
  expires: 'Link expires',
  never: 'Never',
  editExpires: 'Edit when the link expires',
  noExpirationDate: 'No expiration date',
  mayNotExtend: 'You do not have all permissions that are needed to extend this link.',
  edit: 'Edit',
  save: 'Save',
} as const;

export const linkAccessTexts = {
  anyone: 'Anyone with the link',
  specificRecipients: 'Specific recipients',
  public: 'Link is public',
  download: 'Downloads allowed',
  noDownload: 'Downloads not allowed',
  noEdit: 'Co - editing not allowed',
} as const;

export const linkViewsTexts = {
  title: 'Link views',
  list: 'Link views',
  empty: 'Nobody has opened this link yet',
  viewer: 'Viewer',
  accessType: 'Access Type',
  date: 'Date Viewed',
  givenAs: 'given as',
  givenAsHint: 'Typed by the visitor, not checked',
  firstAndMore: (first: string, more: number) => `${first} and ${more} more`,
} as const;
