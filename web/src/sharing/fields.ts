import type { ShareOptions, ShareProblems } from './options.ts';
import type { ShareSubject } from './subject.ts';

/** What every group of fields is given. */
export interface FieldsProps {
  subject: ShareSubject;
  options: ShareOptions;
  /** what was wrong when it was last tried to send them */
  problems: ShareProblems;
  onChange: (change: Partial<ShareOptions>) => void;
}
