import type { NameCharacters } from '@vault/contract';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useStore } from 'zustand';
import { Field } from '../../landing/field.tsx';
import { Button } from '../../parts/button.tsx';
import { NameText } from '../../parts/name-text.tsx';
import { pendingFilesTexts } from '../texts.ts';
import type { PendingFiles, PendingFilesState } from './pending-files.ts';
import { pdfNameOf, proposedPdfName } from './pdf-name.ts';
import { photosIn } from './photos.ts';
import styles from '../request.module.css';

interface PendingFilesProps {
  pending: PendingFiles;
  characters: NameCharacters;
}

/** USE-47: shows the files that are not sent yet, and asks whether photos become one PDF. */
export function PendingFilesPanel({ pending, characters }: PendingFilesProps) {
  const state = useStore(pending.store);
  const { files, making, unreadable } = state;
  return (
    <>
      {making !== null && (
        <p className={styles['making']} role="status">
          {pendingFilesTexts.makingPdf(making.done, making.of)}
        </p>
      )}
      {unreadable.length > 0 && (
        <div className={styles['rejected']} role="alert">
          <p>{pendingFilesTexts.unreadable}</p>
          <ul>
            {keyed(unreadable).map(({ key, name }) => (
              <li key={key}>{name}</li>
            ))}
          </ul>
        </div>
      )}
      {files.length > 0 && making === null && (
        <PendingFilesForm state={state} pending={pending} characters={characters} />
      )}
    </>
  );
}

function PendingFilesForm({ state, pending, characters }: PendingFilesProps & { state: PendingFilesState }) {
  const { files, isFailed } = state;
  const heading = useRef<HTMLHeadingElement>(null);
  const photos = photosIn(files).length;
  const [isCombined, setCombined] = useState(false);
  const [typed, setTyped] = useState(() => proposedPdfName(new Date()));
  const [problem, setProblem] = useState<{ text: string } | null>(null);
  const asPdf = isCombined && photos > 1;
  useEffect(() => {
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!asPdf) return void pending.send(null);
    const { name, problem: found } = pdfNameOf(typed, characters);
    setProblem(found === null ? null : { text: found });
    if (name !== null) void pending.send(name);
  };
  return (
    <section className={styles['pendingFiles']} aria-labelledby="pending-files-title">
      <h2 id="pending-files-title" ref={heading} className={styles['boxTitle']}>
        {pendingFilesTexts.title(files.length)}
      </h2>
      <form noValidate onSubmit={submit}>
        <ul className={styles['fileList']}>
          {keyed(files.map((one) => (one.kind === 'file' ? one.file.name : `${one.name}/`))).map(
            ({ key, name }) => (
              <li key={key}>
                <NameText name={name} />
              </li>
            ),
          )}
        </ul>
        {photos > 1 && (
          <label className={styles['switch']}>
            <input
              type="checkbox"
              role="switch"
              aria-checked={isCombined}
              checked={isCombined}
              onChange={({ target }) => setCombined(target.checked)}
            />
            {pendingFilesTexts.combine(photos)}
          </label>
        )}
        {asPdf && (
          <Field
            label={pendingFilesTexts.pdfName}
            value={typed}
            problem={problem}
            onChange={({ target }) => {
              setTyped(target.value);
              setProblem(null);
            }}
          />
        )}
        {isFailed && (
          <p role="alert" className={styles['failed']}>
            {pendingFilesTexts.pdfFailed}
          </p>
        )}
        <div className={styles['actions']}>
          <Button look="main" type="submit">
            {pendingFilesTexts.send}
          </Button>
          <Button look="quiet" onClick={pending.discard}>
            {pendingFilesTexts.discard}
          </Button>
        </div>
      </form>
    </section>
  );
}

/** Adds a unique key to each name, because two photos may have the same name. */
function keyed(names: readonly string[]): { key: string; name: string }[] {
  const times = new Map<string, number>();
  return names.map((name) => {
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    return { key: `${name} ${time}`, name };
  });
}
