export const previewCommandTexts = { preview: 'Preview', edit: 'Edit' } as const;

export const previewTexts = {
  opening: 'Opening the preview',
  popUpBlocked: 'Your browser did not let a window be opened. Allow pop-ups for this site.',
} as const;

export const limitTexts = { title: 'Notification', help: 'Learn More' } as const;
