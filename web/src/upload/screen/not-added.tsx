import { Notice } from '../../kit/index.ts';
import { useUploadDesk, useUploadState } from '../use-upload.ts';
import styles from './upload.module.css';

/** So many are named; more are only counted. */
const NAMED = 50;

/** What was refused or skipped, by name: the toasts do not say which file they mean. */
export function NotAdded() {
  const desk = useUploadDesk();
  const refusals = useUploadState((state) => state.notAdded);
  if (refusals.length === 0) return null;
  const count = refusals.length === 1 ? '1 item was not added' : `${refusals.length} items were not added`;
  return (
    <Notice kind="warning" title={count} onClose={desk.forgetNotAdded}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <ul className={styles['refusals']} tabIndex={0} aria-label={count}>
        {refusals.slice(0, NAMED).map(({ name, message }) => (
          <li key={`${name}/${message}`}>
            <b>{name}</b> – {message}
          </li>
        ))}
        {refusals.length > NAMED && <li>and {refusals.length - NAMED} more</li>}
      </ul>
    </Notice>
  );
}
