import { MAX_GIVER } from '@vault/contract';
import { useStore } from 'zustand';
import { Field } from '../../landing/field.tsx';
import { giverTexts } from '../texts.ts';
import type { Giver } from './giver.ts';
import styles from '../request.module.css';

interface GiverFieldProps {
  giver: Giver;
  /** called by Enter in the field */
  onEnter: () => void;
}

/** USE-47: asks for the visitor's name or e-mail address on the page of the files, so that no step is added. */
export function GiverField({ giver, onEnter }: GiverFieldProps) {
  const { isAsked, typed, problem } = useStore(giver.store);
  if (!isAsked) return null;
  return (
    <form
      className={styles['giver']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (giver.confirm()) onEnter();
      }}
    >
      <Field
        label={giverTexts.label}
        name="giver"
        autoComplete="name"
        enterKeyHint="done"
        maxLength={MAX_GIVER}
        value={typed}
        problem={problem}
        onChange={({ target }) => giver.type(target.value)}
      />
      <p className={styles['hint']}>{giverTexts.hint}</p>
    </form>
  );
}
