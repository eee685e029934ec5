/** Whether a drop target accepts what is dragged over it. */
export type DropVerdict = 'allowed' | 'refused';

/** The current drop target, by its id. */
export interface DropOver {
  id: string;
  verdict: DropVerdict;
}
