import { Button } from 'antd';
import { useRef, useState } from 'react';
import { DialogFooter, FileIcon, FolderIcon, MiddleTruncated, useFirstFocus } from '../kit/index.ts';
import { isFolder } from '../tree/index.ts';
import { listTexts } from '../kit/list-texts.ts';
import { AccessFields } from './access-fields.tsx';
import { ExtrasFields } from './extras-fields.tsx';
import { LimitsFields } from './limits-fields.tsx';
import type { FieldsProps } from './fields.ts';
import { problemsOf } from './options.ts';
import type { ShareSubject } from './subject.ts';
import { shareFormTexts } from './texts.ts';
import { useFirstOptions } from './use-first-options.ts';
import { useCreateLink, type Finish, type ShareResult } from './use-create-link.ts';
import styles from './sharing.module.css';

interface OptionsViewProps {
  subject: ShareSubject;
  onMade: (result: ShareResult) => void;
}

/** SHARE-07: the form with the options, and the buttons that create the link. */
export function OptionsView({ subject, onMade }: OptionsViewProps) {
  const form = useRef<HTMLFormElement>(null);
  const [options, setOptions] = useState(useFirstOptions());
  const [wasTried, setWasTried] = useState(false);
  const create = useCreateLink(subject, onMade);
  useFirstFocus(form, (element) => element.querySelector('input')?.focus());
  const problems = problemsOf(options);
  const fields: FieldsProps = {
    subject,
    options,
    problems: wasTried ? problems : {},
    onChange: (change) => setOptions((before) => ({ ...before, ...change })),
  };
  const finish = (way: Finish) => {
    if (Object.keys(problems).length === 0) return create.mutate({ finish: way, options });
    setWasTried(true);
    // Waits for the next render, which shows the errors.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  // SHARE-24, SHARE-25, T-63: the access type determines which button is enabled.
  const way: Finish = options.accessType === 'Anyone' ? 'link' : 'email';
  const button = (of: Finish) => ({
    type: way === of ? ('primary' as const) : ('default' as const),
    disabled: way !== of || create.isPending,
    loading: way === of && create.isPending,
    onClick: () => finish(of),
  });
  return (
    <form
      ref={form}
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        finish(way);
      }}
    >
      <Subject subject={subject} />
      <AccessFields {...fields} />
      <LimitsFields {...fields} />
      <ExtrasFields {...fields} />
      <DialogFooter>
        <Button {...button('link')}>{shareFormTexts.getLink}</Button>
        <span className={styles['or']}>{shareFormTexts.or}</span>
        <Button {...button('email')}>{shareFormTexts.sendEmail}</Button>
      </DialogFooter>
    </form>
  );
}

/** Names the shared items: the first one by its name, and the others by their number. */
function Subject({ subject: { items } }: { subject: ShareSubject }) {
  const [first, ...others] = items;
  if (first === undefined) return null;
  return (
    <p className={styles['subject']}>
      {isFolder(first) ? <FolderIcon /> : <FileIcon name={first.name} />}
      <MiddleTruncated text={first.name} />
      {others.length > 0 && <span className={styles['others']}>{listTexts.andMore(others.length)}</span>}
    </p>
  );
}
