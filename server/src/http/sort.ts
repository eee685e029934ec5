/** The order of a list. */
export interface Sort<Field extends string> {
  field: Field;
  descending: boolean;
}

/**
 * The requested order of a list (D-02): 'field,asc' or 'field,desc'.
 * @param standard the list's default order, for any other text
 */
export function sortOf<Field extends string>(
  text: string | undefined,
  { fields, standard }: { fields: readonly Field[]; standard: NoInfer<Sort<Field>> },
): Sort<Field> {
  const [name, direction = 'asc', ...more] = (text ?? '').split(',');
  const field = fields.find((known) => known === name);
  if (field === undefined || more.length > 0) return standard;
  if (direction !== 'asc' && direction !== 'desc') return standard;
  return { field, descending: direction === 'desc' };
}
