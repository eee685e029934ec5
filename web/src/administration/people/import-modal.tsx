import { contract, type PeopleImportPlan } from '@vault/contract';
import { Button, Checkbox } from 'antd';
import { useRef, useState, type SubmitEvent } from 'react';
import { call, hasErrorCode, useSingleMutation } from '../../api/index.ts';
import { useFirstFocus } from '../../kit/index.ts';
import { FormModal, useToast } from '../../shared/index.ts';
import { importTexts } from '../texts.ts';
import { ImportPlan } from './import-plan.tsx';
import type { Invited } from './invitation-modal.tsx';
import { CsvFileError, readCsvFile } from './read-csv-file.ts';
import { useReloadPeople } from './use-reload-people.ts';
import styles from '../parts/parts.module.css';

interface ImportModalProps {
  open: boolean;
  onClose: () => void;
  onInvited: (invited: Invited) => void;
}

/** A file that the user chose, with its plan. */
interface PlannedFile {
  csv: string;
  plan: PeopleImportPlan;
}

/** DESK-02: imports people from a CSV file: first the plan (C90), then, when it is confirmed, the import (C91). */
export function ImportModal({ open, onClose, onInvited }: ImportModalProps) {
  const toast = useToast();
  const reload = useReloadPeople();
  const [file, setFile] = useState<PlannedFile | null>(null);
  const [invites, setInvites] = useState(true);
  const read = useSingleMutation({
    mutationFn: async (source: File | string) => {
      const csv = typeof source === 'string' ? source : await readCsvFile(source);
      return { csv, plan: await call(contract.people.planImport, { body: { csv } }) };
    },
    onSuccess: setFile,
    onError: (error) => toast.error(error instanceof CsvFileError ? error.message : error),
  });
  const carryOut = useSingleMutation({
    mutationFn: ({ csv, plan }: PlannedFile) =>
      call(contract.people.import, { body: { csv, plan: plan.plan, invite: invites } }),
    onSuccess: ({ added, changed, invitations }) => {
      toast.success(importTexts.done(added, changed));
      const people = invitations.flatMap(({ email, address }) =>
        address === null ? [] : [{ name: email, email, sentTo: null, address }],
      );
      close();
      if (people.length > 0) onInvited({ people });
    },
    onError: (error, { csv }) => {
      toast.error(error);
      // The new plan replaces the one that is out of date.
      if (hasErrorCode(error, 'IMPORT_CHANGED')) read.mutate(csv);
    },
    onSettled: reload,
  });
  const close = () => {
    setFile(null);
    onClose();
  };
  const lines = file?.plan.lines ?? [];
  const countOf = (action: 'add' | 'change') => lines.filter((line) => line.action === action).length;
  const isReady = countOf('add') + countOf('change') > 0;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (file !== null && isReady) carryOut.mutate(file);
  };
  return (
    <FormModal
      title={importTexts.title}
      open={open}
      okText={importTexts.ok(countOf('add'), countOf('change'))}
      isBusy={carryOut.isPending}
      isDisabled={!isReady}
      width={720}
      onClose={close}
    >
      {(formId) => (
        <form id={formId} className={styles['form']} onSubmit={submit}>
          <p>{importTexts.about}</p>
          <FileButton
            label={file === null ? importTexts.choose : importTexts.other}
            isBusy={read.isPending}
            onChoose={(chosen) => {
              // The plan of another file must not be carried out by mistake.
              setFile(null);
              read.mutate(chosen);
            }}
          />
          {file !== null && <ImportPlan plan={file.plan} />}
          {countOf('add') > 0 && (
            <Checkbox checked={invites} onChange={({ target }) => setInvites(target.checked)}>
              {importTexts.invite}
            </Checkbox>
          )}
        </form>
      )}
    </FormModal>
  );
}

interface FileButtonProps {
  label: string;
  isBusy: boolean;
  onChoose: (file: File) => void;
}

function FileButton({ label, isBusy, onChoose }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useFirstFocus(button, (element) => element.focus());
  return (
    <div>
      <Button ref={button} loading={isBusy} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          // The same file can be chosen again after it was corrected.
          target.value = '';
          if (chosen !== undefined) onChoose(chosen);
        }}
      />
    </div>
  );
}
