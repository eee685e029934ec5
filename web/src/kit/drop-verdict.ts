/** Whether a place would take what is dragged over it. */
export type DropVerdict = 'allowed' | 'refused';

/** What something is dragged over now, by the id of the place. */
export interface DropOver {
  id: string;
  verdict: DropVerdict;
}
