/** The names of keys in the menu, as they are printed on keyboards. */
export const keyHintTexts: Readonly<Record<string, string>> = { F2: 'F2', Delete: 'Del', Space: 'Space' };
