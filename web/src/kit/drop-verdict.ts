/** Whether a drop target accepts the items that are dragged over it. */
export type DropVerdict = 'allowed' | 'refused';

/** The current drop target: its id, and whether it accepts the drop. */
export interface DropOver {
  id: string;
  verdict: DropVerdict;
}
