/** Key hints of the menu, as printed on keyboards. */
export const keyHintTexts: Readonly<Record<string, string>> = { F2: 'F2', Delete: 'Del', Space: 'Space' };
