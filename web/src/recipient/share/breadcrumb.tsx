import { Fragment } from 'react';
import type { Crumb } from './location.ts';
import { shareTexts } from './texts.ts';
import styles from './share.module.css';

/** The path to the open folder. */
export function Breadcrumb({ crumbs, onOpen }: { crumbs: readonly Crumb[]; onOpen: (path: string) => void }) {
  const last = crumbs.length - 1;
  return (
    <nav className={styles['crumbs']} aria-label={shareTexts.path}>
      {crumbs.map(({ name, path }, index) => (
        <Fragment key={path}>
          {index > 0 && <span aria-hidden>/</span>}
          {index === last ? (
            <span aria-current="page" className={styles['here']}>
              {name}
            </span>
          ) : (
            <button type="button" className={styles['crumb']} onClick={() => onOpen(path)}>
              {name}
            </button>
          )}
        </Fragment>
      ))}
    </nav>
  );
}
