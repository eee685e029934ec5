/**
 * The sentences of quotas (GUARD-24). Only the server needs them: the screens show what a reply has, on one line of 80
 * characters.
 */
export const quotaTexts = {
  account: 'Too many unfinished uploads. Please try again when yours are stored.',
  visit: 'Too many unfinished uploads. Please try again when your files are received.',
  link: 'Too many unfinished uploads here. Please try again in 2 hours.',
  record: 'Too many unfinished uploads in this vault. Please try again in 2 hours.',
  recordFull: 'This vault is full. Delete items permanently, or tell your administrator.',
  recordFullForVisitor: 'There is no room for more files. Please tell the person who sent you the link.',
} as const;
