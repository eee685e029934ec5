/** The sentences of quotas (GUARD-24). Only the server needs them: the screens show what a reply has. */
export const quotaTexts = {
  account:
    'Too many of your uploads are not finished. Wait until they are stored, then try again, or tell your administrator.',
  visit:
    'Too many of your uploads are not finished. Wait until they are stored, then try again, or tell the person who sent you the link.',
  link: 'Too many uploads here are not finished. Please try again in 2 hours, or tell the person who sent you the link.',
  record:
    'Too many uploads to this vault are not finished. Please try again in 2 hours, or tell the person who sent you the link.',
  recordFull:
    'This vault is full. Delete what is no longer needed, also from the trash, or tell your administrator.',
  recordFullForVisitor: 'There is no room for more files here. Please tell the person who sent you the link.',
} as const;
