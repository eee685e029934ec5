import type { ShareOptions, ShareProblems } from './options.ts';
import type { ShareSubject } from './subject.ts';

/** The props of each group of fields. */
export interface FieldsProps {
  subject: ShareSubject;
  options: ShareOptions;
  /** the errors of the last attempt to submit */
  problems: ShareProblems;
  onChange: (change: Partial<ShareOptions>) => void;
}
